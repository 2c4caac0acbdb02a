import type { PushView } from "@/lib/contract/action-view";
import { durationText } from "@/lib/view/time";
import type { StateWords } from "@/lib/view/words";
import { rollWords } from "./roll";

/** Where the write stands, and who acts next. */
export function pushWords(push: PushView, now: number): StateWords {
  if (push.lines) return rollWords(push.lines);
  if (push.destination === "internal" && push.status === "applied")
    return {
      title: "Kept and verified",
      text: "Kept by Countersign and read back field by field. Nothing went to NetSuite.",
      tone: "good",
    };
  const tries = `${push.attempts} of ${push.attempts_max} attempts used`;
  const wait = push.next_attempt_at ? Date.parse(push.next_attempt_at) - now : 0;
  switch (push.status) {
    case "queued":
      if (push.attempts === 0)
        return { title: "Queued", text: "Waits for its turn to be written to NetSuite.", tone: "neutral" };
      return {
        title: "Will be tried again",
        text: `The last attempt did not write anything. ${wait > 0 ? `Next attempt in ${durationText(wait)}` : "The next attempt is due"}; ${tries}.`,
        tone: "warn",
      };
    case "pushing":
      return {
        title: "Being written",
        text: "The write is on its way to NetSuite right now.",
        tone: "neutral",
      };
    case "unknown":
      return {
        title: "Outcome unknown",
        text: `NetSuite did not answer in time, so nobody can say yet whether it was written. Countersign looks it up by its key and sends nothing again until that is certain; ${tries}.`,
        tone: "warn",
      };
    case "dead":
      return {
        title: "Gave up",
        text: `NetSuite did not take the write; ${tries}. Nothing was written. It stands under Dead letters until an admin retries it or somebody cancels it.`,
        tone: "bad",
      };
    case "stale":
      return {
        title: "Held back",
        text: "The record changed before the write, so nothing was written.",
        tone: "warn",
      };
    case "cancelled":
      return { title: "Cancelled", text: "Nothing was written.", tone: "neutral" };
    case "applied":
      return push.verification === "mismatch"
        ? {
            title: "Applied, but reads back differently",
            text: "NetSuite took the write and then showed other values. Compare below.",
            tone: "bad",
          }
        : {
            title: "Applied and verified",
            text: "Written to NetSuite and read back field by field.",
            tone: "good",
          };
  }
}
