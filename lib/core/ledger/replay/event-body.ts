import { type ChainLink, findChainFault } from "@/lib/core/ledger/hash-chain";
import type { FaultList } from "./fault";

/** The hashed body of an event, as append_event writes it. */
export interface EventBody {
  v: number;
  tenant_id: number | null;
  type: string;
  entity_type: string;
  entity_id: number;
  seq: number;
  at: string;
  actor: { kind: string; label: string };
  details: Readonly<Record<string, unknown>>;
  /** The subject's row as the event left it. Absent in bodies of version 1. */
  state?: Readonly<Record<string, unknown>>;
  /** Hashes of the rows that the event speaks about. Absent in bodies of version 1. */
  rows?: Readonly<Record<string, string>>;
}

export interface Chain {
  head: { hash: string; seq: number };
  /** Oldest first. */
  links: readonly ChainLink[];
}

const chainWords = {
  gap: "An event is missing between two others.",
  broken_link: "An event does not follow the one before it.",
  wrong_hash: "An event's text is not the one that was sealed.",
  columns_differ: "An event's columns say something else than its sealed text.",
  truncated: "The chain ends elsewhere than the head that its subject claims.",
} as const;

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Null: the text is none of an event. */
export function readBody(text: string): EventBody | null {
  try {
    const body = JSON.parse(text) as EventBody;
    const { type, at, actor, details, state, rows } = body;
    const isEvent =
      typeof type === "string" &&
      typeof at === "string" &&
      [actor, details, state ?? {}, rows ?? {}].every(isObject) &&
      typeof actor.label === "string";
    return isEvent ? body : null;
  } catch {
    return null;
  }
}

/** The bodies of a subject's events. Null: the chain itself does not hold, and nothing in it can be relied on. */
export function readChain(
  subject: { tenantId: number | null; entityType: string; id: number },
  { head, links }: Chain,
  list: FaultList,
): EventBody[] | null {
  const fault = findChainFault(links, head);
  if (fault) {
    list.add(fault.kind, chainWords[fault.kind], fault.seq);
    return null;
  }
  const bodies: EventBody[] = [];
  for (const { bodyText, seq } of links) {
    const body = readBody(bodyText);
    if (body) bodies.push(body);
    else list.add("event_unreadable", "An event's sealed text is none of the app's.", seq);
  }
  if (bodies.length < links.length) return null;
  const stranger = bodies.find(
    (body) =>
      body.entity_type !== subject.entityType ||
      body.entity_id !== subject.id ||
      body.tenant_id !== subject.tenantId,
  );
  if (stranger) {
    list.add("event_of_another", "An event's sealed text speaks of another subject.", stranger.seq);
    return null;
  }
  const misdated = bodies.find(
    ({ at }, index) => Date.parse(at) !== Date.parse(links[index]!.occurredAt ?? at),
  );
  if (misdated) list.add("columns_differ", chainWords.columns_differ, misdated.seq);
  return bodies;
}
