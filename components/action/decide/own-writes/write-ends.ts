import type { ActionStatus } from "@/lib/core/action/proposed-action";
import type { PushStatus } from "@/lib/core/push/push";

/** How an approved write ended, for whoever approved it. "other": it was cancelled or replaced before it was written. */
export type WriteEnd = "writing" | "applied" | "stale" | "dead" | "other";

interface Written {
  status: ActionStatus;
  push: { status: PushStatus } | null;
}

/** Undefined: it has not been read yet. Pending: it was read before it was approved. */
export function endOf(action: Written | undefined): WriteEnd {
  if (action?.push?.status === "dead") return "dead";
  switch (action?.status) {
    case undefined:
    case "pending":
    case "approved":
      return "writing";
    case "applied":
    case "stale":
      return action.status;
    default:
      return "other";
  }
}

export function countEnds(actions: Iterable<Written | undefined>): Record<WriteEnd, number> {
  const counts = { writing: 0, applied: 0, stale: 0, dead: 0, other: 0 };
  for (const action of actions) counts[endOf(action)]++;
  return counts;
}
