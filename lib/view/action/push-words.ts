import type { PushView } from "@/lib/contract/actions/action-view";
import { durationText } from "@/lib/view/time";
import type { StateWords, Tone } from "@/lib/view/words";
import { rollWords } from "./roll";

const words = (title: string, tone: Tone, text: string): StateWords => ({ title, tone, text });

/** Where the write stands, and who acts next. `wait`: why it does not leave now (`waitWords`). */
export function pushWords(push: PushView, now: number, wait?: string | null): StateWords {
  if (push.lines) return rollWords(push.lines);
  const tries = `${push.attempts} of ${push.attempts_max} attempts used`;
  const untilNextMs = push.next_attempt_at ? Date.parse(push.next_attempt_at) - now : 0;
  switch (push.status) {
    case "queued": {
      const halted = wait && `It goes to NetSuite ${wait}`;
      if (push.attempts === 0 && !halted && untilNextMs > 0)
        return words(
          "Held for a moment",
          "neutral",
          `It goes to NetSuite in ${durationText(untilNextMs)}. Until then the approver can take it back.`,
        );
      if (push.attempts === 0) return words("Queued", "neutral", `${halted ?? "Waits for its turn"}.`);
      const due =
        untilNextMs > 0 ? `Next attempt in ${durationText(untilNextMs)}` : "The next attempt is due";
      const next = halted ?? due;
      return words(
        "Will be tried again",
        "warn",
        `The last attempt did not write anything. ${next}; ${tries}.`,
      );
    }
    case "pushing":
      return words("Being written", "neutral", "The write is on its way to NetSuite right now.");
    case "unknown":
      return words(
        "Outcome unknown",
        "warn",
        `NetSuite did not answer in time, so nobody can say yet whether it was written. Countersign looks it up by its key and sends nothing again until that is certain; ${tries}.`,
      );
    case "dead":
      return words(
        "Gave up",
        "bad",
        `NetSuite did not take the write; ${tries}. Nothing was written. It stands under Dead letters until an admin retries it or somebody cancels it.`,
      );
    case "stale":
      return words("Held back", "warn", "The record changed before the write, so nothing was written.");
    case "cancelled":
      return words("Cancelled", "neutral", "Nothing was written.");
    case "applied":
      return appliedWords(push);
  }
}

function appliedWords({ destination, verification }: PushView): StateWords {
  if (destination === "internal")
    return words(
      "Kept and verified",
      "good",
      "Kept by Countersign and read back field by field. Nothing went to NetSuite.",
    );
  return verification === "mismatch"
    ? words(
        "Applied, but reads back differently",
        "bad",
        "NetSuite took the write and then showed other values. Compare below.",
      )
    : words("Applied and verified", "good", "Written to NetSuite and read back field by field.");
}
