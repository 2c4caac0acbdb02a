/**
 * This room holds the rules of delivery: statuses of a push, verdicts, retries, and what their codes mean to a
 * person.
 */

import type { Transitions } from "@/lib/core/transitions";

/**
 * The life of a push: delivery of one line of an approved action to its destination.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> queued
 *   queued --> pushing: leased
 *   queued --> cancelled: a person
 *   pushing --> applied: written and read back
 *   pushing --> queued: certainly not executed
 *   pushing --> unknown: nobody can say
 *   pushing --> stale: the record changed
 *   pushing --> dead: terminal, or out of attempts
 *   unknown --> applied: a probe found it
 *   unknown --> queued: hold passed and a probe found nothing
 *   unknown --> stale
 *   unknown --> dead
 *   dead --> queued: replayed
 *   dead --> cancelled: a person
 * ```
 */
export const PUSH_STATUSES = [
  "queued",
  "pushing",
  "applied",
  "unknown",
  "stale",
  "dead",
  "cancelled",
] as const;
export type PushStatus = (typeof PUSH_STATUSES)[number];

/** The verification of one write, read back field by field. A roll whose lines were not all written is `partial`. */
export const VERIFICATIONS = ["verified", "mismatch"] as const;
export type Verification = (typeof VERIFICATIONS)[number];
export const ROLL_VERIFICATIONS = [...VERIFICATIONS, "partial"] as const;
export type RollVerification = (typeof ROLL_VERIFICATIONS)[number];

/** `internal`: tables of ours. */
/** How requests to NetSuite are signed. */
export const NETSUITE_STRATEGIES = ["tba", "oauth2-m2m"] as const;

export const DESTINATIONS = ["netsuite", "internal"] as const;
export type DestinationName = (typeof DESTINATIONS)[number];

/** The lane and the kill switch `ns_writes` stand for the NetSuite account; a write elsewhere passes both. */
export function goesByLane(destination: DestinationName): boolean {
  return destination === "netsuite";
}

export const PUSH_TRANSITIONS: Transitions<PushStatus> = {
  queued: ["pushing", "cancelled"],
  pushing: ["applied", "queued", "unknown", "stale", "dead"],
  applied: [],
  unknown: ["applied", "queued", "stale", "dead"],
  stale: [],
  dead: ["queued", "cancelled"],
  cancelled: [],
};

/** True if the transition table allows the move. */
export function canMovePush(from: PushStatus, to: PushStatus): boolean {
  return PUSH_TRANSITIONS[from].includes(to);
}

/** A receipt is open while `started` or `unknown`. */
export const RECEIPT_STATUSES = ["started", "applied", "unknown", "failed", "stale"] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

export const LANE_STATES = ["open", "halted"] as const;
export type LaneState = (typeof LANE_STATES)[number];
