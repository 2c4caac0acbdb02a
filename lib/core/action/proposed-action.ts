/** This room holds the rules of a proposed action: its statuses, its tier, who may still change it. */

import type { Transitions } from "@/lib/core/transitions";

/**
 * The life of a proposed action.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> pending
 *   pending --> approved: a person, or a standing authorisation
 *   pending --> rejected: a person
 *   pending --> expired: time
 *   pending --> cancelled: its agent or a person withdraws it
 *   pending --> superseded: edited
 *   approved --> applied: written and proven
 *   approved --> stale: the record no longer holds the approved state
 *   approved --> cancelled: a person, while nothing was sent
 *   approved --> superseded: edited, while nothing was sent
 * ```
 * The SQL function guard_proposed_action repeats this table; a test keeps the two equal.
 */
export const ACTION_STATUSES = [
  "pending",
  "approved",
  "applied",
  "rejected",
  "expired",
  "cancelled",
  "superseded",
  "stale",
] as const;
export type ActionStatus = (typeof ACTION_STATUSES)[number];

export const ACTION_TRANSITIONS: Transitions<ActionStatus> = {
  pending: ["approved", "rejected", "expired", "cancelled", "superseded"],
  approved: ["applied", "stale", "cancelled", "superseded"],
  applied: [],
  rejected: [],
  expired: [],
  cancelled: [],
  superseded: [],
  stale: [],
};

/** True if the transition table allows the move. */
export function canMoveAction(from: ActionStatus, to: ActionStatus): boolean {
  return ACTION_TRANSITIONS[from].includes(to);
}

/** True if no move leads out of the status. */
export function isFinalAction(status: ActionStatus): boolean {
  return ACTION_TRANSITIONS[status].length === 0;
}

export const DECISIONS = ["approve", "reject"] as const;
export type Decision = (typeof DECISIONS)[number];

/** The kinds of deciders: a person, or a policy under a standing authorisation. */
export const DECIDER_KINDS = ["person", "policy"] as const;
export const DECISION_CHANNELS = ["page", "api", "bulk", "policy", "slack", "mail"] as const;
/** A decision settled its action, or waits for further approvals. */
export const DECISION_OUTCOMES = ["claimed", "vote_recorded"] as const;

/** The most conflicting actions that a view names, as in db/functions/decide/conflicts_of.sql. */
export const CONFLICTS_NAMED_MAX = 20;
