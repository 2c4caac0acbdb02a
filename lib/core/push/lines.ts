import type { PushStatus, RollVerification } from "./push";

/** The lines of an action, counted by the status of their pushes. */
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

/** The end of an action; null while a line is open. Dead lines keep it open until a person replays or cancels them. */
export function endOfLines(lines: LineCounts): "applied" | "stale" | "cancelled" | null {
  if (waitingLines(lines) + lines.dead > 0) return null;
  if (lines.applied > 0) return "applied";
  return lines.stale > 0 ? "stale" : "cancelled";
}

/** The number of lines that still wait for NetSuite: queued, pushing or unknown. */
export function waitingLines({ queued, pushing, unknown }: LineCounts): number {
  return queued + pushing + unknown;
}

/** One status for all lines: the open one that is nearest to NetSuite, otherwise the end of the action. */
export function statusOfLines(lines: LineCounts): PushStatus {
  const open = (["pushing", "queued", "unknown", "dead"] as const).find((status) => lines[status] > 0);
  return open ?? endOfLines(lines)!;
}

/** Null until the lines have ended applied. A mismatch precedes `partial`, because its wrong value is in NetSuite. */
export function verificationOfLines(lines: LineCounts): RollVerification | null {
  if (endOfLines(lines) !== "applied") return null;
  if (lines.mismatched > 0) return "mismatch";
  return lines.applied === lines.total ? "verified" : "partial";
}
