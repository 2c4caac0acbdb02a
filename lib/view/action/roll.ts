import type { LineView } from "@/lib/contract/actions/lines";
import type { LineCounts } from "@/lib/core/push/lines";
import type { StateWords, Tone } from "@/lib/view/words";

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

/** `312 of 500 written, 4 gave up` */
export function progressText(lines: LineCounts): string {
  const rest: [number, string][] = [
    [lines.unknown, "unknown"],
    [lines.stale, "held back"],
    [lines.dead, "gave up"],
    [lines.cancelled, "cancelled"],
    [lines.mismatched, "read back differently"],
  ];
  const others = rest.filter(([count]) => count > 0).map(([count, word]) => `, ${count} ${word}`);
  const written = `${lines.applied.toLocaleString("en-US")} of ${lines.total.toLocaleString("en-US")} written`;
  return written + others.join("");
}

/** How far it is: lines that have ended, of all. */
export function endedOf({ applied, stale, cancelled, dead }: LineCounts): number {
  return applied + stale + cancelled + dead;
}

export function rollWords(lines: LineCounts): StateWords {
  const text = `${progressText(lines)}.`;
  const running = lines.queued + lines.pushing + lines.unknown;
  if (running > 0) return { title: "Being written", text, tone: lines.dead > 0 ? "warn" : "neutral" };
  if (lines.dead > 0)
    return {
      title: "Waits for a person",
      text: `${text} Retry the lines that gave up, or cancel them: the roll then ends with what was written.`,
      tone: "bad",
    };
  if (lines.applied === lines.total && lines.mismatched === 0)
    return { title: "Applied and verified", text, tone: "good" };
  if (lines.applied > 0) return { title: "Applied in part", text, tone: "warn" };
  return { title: "Nothing was written", text, tone: "warn" };
}
