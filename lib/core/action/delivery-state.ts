import type { PushStatus } from "@/lib/core/push/push";

/** The delivery state of an action over all its pushes. */
export type DeliveryState =
  /** It has no push, because it was not approved. */
  | "none"
  /** Nothing was sent, or every sent write is proven unwritten. */
  | "unsent"
  | "pushing"
  | "unknown"
  /** It waits or is dead, and an earlier attempt may have been written. */
  | "maybe_written"
  /** At least one line was written or is stale. */
  | "settled";

export interface DeliveredPush {
  status: PushStatus;
  /** An earlier attempt may have been written. */
  maybeWritten: boolean;
}

/** The delivery state over all pushes of one action. Empty: `none`. */
export function deliveryOf(pushes: readonly DeliveredPush[]): DeliveryState {
  if (pushes.length === 0) return "none";
  if (pushes.some(({ status }) => status === "pushing")) return "pushing";
  if (pushes.some(({ status }) => status === "unknown")) return "unknown";
  if (pushes.some(({ status }) => status === "applied" || status === "stale")) return "settled";
  return pushes.some(({ maybeWritten }) => maybeWritten) ? "maybe_written" : "unsent";
}
