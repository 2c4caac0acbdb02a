import type { PushStatus, RollVerification } from "./push";

/** The lines of a roll, counted by the status of their pushes. */
export interface LineCounts {
  total: number;
  queued: number;
  pushing: number;
  unknown: number;
  applied: number;
  stale: number;
  dead: number;
  cancelled: number;
  /** Applied, but read back differently. */
  mismatched: number;
}

/** The end of a roll; null while a line is open. Dead lines keep it open until a person replays or cancels them. */
export function rollEndOf(lines: LineCounts): "applied" | "stale" | "cancelled" | null {
  const { queued, pushing, unknown, dead } = lines;
  if (queued + pushing + unknown + dead > 0) return null;
  if (lines.applied > 0) return "applied";
  return lines.stale > 0 ? "stale" : "cancelled";
}

/** One status for all lines: the open one that is nearest to NetSuite, otherwise the end of the roll. */
export function rollStatusOf(lines: LineCounts): PushStatus {
  const open = (["pushing", "queued", "unknown", "dead"] as const).find((status) => lines[status] > 0);
  return open ?? rollEndOf(lines)!;
}

/** The verification of an applied roll. A mismatch precedes `partial`, because its wrong value is in NetSuite. */
export function rollVerificationOf(lines: LineCounts): RollVerification {
  if (lines.mismatched > 0) return "mismatch";
  return lines.applied === lines.total ? "verified" : "partial";
}
