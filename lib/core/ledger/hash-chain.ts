/**
 * This room holds the rules of the evidence: canonical text, hashes, the chain of events, how long each kind is kept.
 */

import { sha256Hex } from "./payload-hash";

export const ACTOR_KINDS = ["person", "agent", "policy", "system"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** One link as the ledger stores it. The SQL function append_event writes it. */
export interface ChainLink {
  id: number;
  seq: number;
  prevHash: string;
  hash: string;
  bodyText: string;
  /** These columns repeat parts of the body for queries. They must equal the hashed body. */
  eventType: string;
  actorKind: string;
  actorLabel: string;
  /** ISO. Absent: not compared. */
  occurredAt?: string;
}

export interface ChainFault {
  kind: "gap" | "broken_link" | "wrong_hash" | "columns_differ" | "truncated";
  seq: number;
  /** Null for `truncated`. */
  eventId: number | null;
}

/**
 * Checks one subject's chain, oldest link first, against the head stored on its row. Returns the first fault, or null.
 * It finds every changed byte, deletion, swap and insertion. It finds truncation unless the head was rewritten too.
 */
export function findChainFault(
  links: readonly ChainLink[],
  head: { hash: string; seq: number },
): ChainFault | null {
  let previous = "";
  for (const [index, link] of links.entries()) {
    const fault = findLinkFault(link, { hash: previous, seq: index });
    if (fault) return fault;
    previous = link.hash;
  }
  const complete = links.length === head.seq && previous === head.hash;
  return complete ? null : { kind: "truncated", seq: head.seq, eventId: null };
}

/** The same for one link, after the one before it: its hash and number, or an empty one and 0. */
export function findLinkFault(link: ChainLink, before: { hash: string; seq: number }): ChainFault | null {
  const { seq, id: eventId } = link;
  if (seq !== before.seq + 1) return { kind: "gap", seq: before.seq + 1, eventId };
  if (link.prevHash !== before.hash) return { kind: "broken_link", seq, eventId };
  if (link.hash !== sha256Hex(`${before.hash}\n${link.bodyText}`))
    return { kind: "wrong_hash", seq, eventId };
  return repeatsItsBody(link) ? null : { kind: "columns_differ", seq, eventId };
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
