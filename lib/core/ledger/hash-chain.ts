import { sha256Hex } from "./payload-hash";

/** One link as the ledger stores it; the SQL function append_event makes it. */
export interface ChainLink {
  id: number;
  seq: number;
  prevHash: string;
  hash: string;
  bodyText: string;
  /** The columns that repeat parts of the body for queries; what they say must be what was hashed. */
  eventType: string;
  actorKind: string;
  actorLabel: string;
}

export type ChainFault =
  | { kind: "gap"; seq: number; eventId: number }
  | { kind: "broken_link"; seq: number; eventId: number }
  | { kind: "wrong_hash"; seq: number; eventId: number }
  | { kind: "columns_differ"; seq: number; eventId: number }
  | { kind: "truncated"; seq: number; eventId: null };

/**
 * Checks one subject's chain, oldest first, against the head its row claims. Returns the first fault, or null.
 * Finds every changed byte, deletion, swap and insertion, and truncation as far as the head itself was not rewritten.
 */
export function findChainFault(
  links: readonly ChainLink[],
  head: { hash: string; seq: number },
): ChainFault | null {
  let previous = "";
  for (const [index, link] of links.entries()) {
    if (link.seq !== index + 1) return { kind: "gap", seq: index + 1, eventId: link.id };
    if (link.prevHash !== previous) return { kind: "broken_link", seq: link.seq, eventId: link.id };
    if (link.hash !== sha256Hex(`${previous}\n${link.bodyText}`)) {
      return { kind: "wrong_hash", seq: link.seq, eventId: link.id };
    }
    if (!repeatsItsBody(link)) return { kind: "columns_differ", seq: link.seq, eventId: link.id };
    previous = link.hash;
  }
  const complete = links.length === head.seq && previous === head.hash;
  return complete ? null : { kind: "truncated", seq: head.seq, eventId: null };
}

function repeatsItsBody(link: ChainLink): boolean {
  try {
    const body = JSON.parse(link.bodyText) as {
      type?: unknown;
      seq?: unknown;
      actor?: { kind?: unknown; label?: unknown };
    };
    return (
      body.type === link.eventType &&
      body.seq === link.seq &&
      body.actor?.kind === link.actorKind &&
      body.actor?.label === link.actorLabel
    );
  } catch {
    return false;
  }
}
