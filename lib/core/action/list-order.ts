import type { ActionStatus } from "./proposed-action";

/**
 * The orders that a list of proposed actions can be read in. `impact` and `movement`: the largest first, whichever way it
 * goes. An impact that nobody knows comes before every known one, because it may be any; an action without a movement
 * comes last. `taps`: what one tap approves (L1 to L3) by its expiry, then what asks for more, the oldest first. `ended`: what
 * ended last, first; what has not ended stands at its decision or its proposal.
 */
export const LIST_SORTS = ["expiry", "taps", "ended", "newest", "oldest", "impact", "movement"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** The statuses of a list: one of them, everything that has ended, or all. */
export type ListStatus = ActionStatus | "history" | "all";

/** The statuses in which an action has ended: the outcomes that the history can be narrowed to. */
export const ENDED_STATUSES = [
  "applied",
  "rejected",
  "expired",
  "cancelled",
  "superseded",
  "stale",
] as const satisfies readonly ActionStatus[];
export type EndedStatus = (typeof ENDED_STATUSES)[number];

/**
 * The order where nobody asks for another: of pending what expires first, of what has ended the last to end, of everything
 * else the newest.
 */
export function usualSort(status: ListStatus): ListSort {
  if (status === "pending") return "expiry";
  return status === "approved" || status === "all" ? "newest" : "ended";
}
