import type { LineView } from "@/lib/contract/actions/lines";
import { endOfLines, type LineCounts } from "@/lib/core/push/lines";
import type { Tone } from "@/lib/view/words";

/** Null before the roll is approved. `text` only where somebody may have to do something. */
export function lineWords(push: LineView["push"]): { title: string; tone: Tone; text: string | null } | null {
  if (!push) return null;
  const because = push.error?.message ?? null;
  switch (push.status) {
    case "applied":
      return push.verification === "mismatch"
        ? { title: "Reads back differently", tone: "bad", text: push.actual }
        : { title: "Written", tone: "good", text: null };
    case "queued":
      return { title: push.attempts === 0 ? "Waits" : "Will be tried again", tone: "neutral", text: null };
    case "pushing":
      return { title: "Being written", tone: "neutral", text: null };
    case "unknown":
      return { title: "Outcome unknown", tone: "warn", text: because };
    case "stale":
      return { title: "Held back", tone: "warn", text: because };
    case "dead":
      return { title: "Gave up", tone: "bad", text: because };
    case "cancelled":
      return { title: "Cancelled", tone: "neutral", text: null };
  }
}

/** Why a line has no figure: its price was read and moves, so that only how much is sold is missing; or nothing was read. */
export function unweighedText({ verified, changes }: Pick<LineView, "verified" | "changes">): string {
  return verified && changes.some((change) => change.delta_percent !== null) ? "no volume known" : "unknown";
}

/** How far it is: lines that have ended, of all. */
export function endedOf({ applied, stale, cancelled, dead }: LineCounts): number {
  return applied + stale + cancelled + dead;
}

/**
 * A person's choices for the rest of an approved roll: `waiting` lines can be cancelled; where each line has `ended`
 * and the roll has not, one was ended past Countersign, and the roll can be. Null while lines are being written.
 */
export function restOfLines(lines: LineCounts): "waiting" | "ended" | null {
  if (lines.queued + lines.dead > 0) return "waiting";
  return endOfLines(lines) === null ? null : "ended";
}
