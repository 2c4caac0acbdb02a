import type { LineCounts } from "@/lib/core/push/lines";
import type { StateWords } from "@/lib/view/words";
import { formatCount } from "@/lib/view/decimal";

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
  const written = `${formatCount(lines.applied)} of ${formatCount(lines.total)} written`;
  return written + others.join("");
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
