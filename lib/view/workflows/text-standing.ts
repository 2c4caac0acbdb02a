import type { Problem } from "@/lib/contract/problem";
import type { WorkflowCheck } from "@/lib/contract/workflows/definitions";
import { countWords } from "@/lib/view/words";

/** How a text that somebody writes stands. */

type Answered = { ok: true; result: WorkflowCheck } | { ok: false; problem: Problem };

export interface TextStanding {
  kind: "empty" | "checking" | "faultless" | "faulty" | "unchecked";
  words: string;
}

/** Too many checks within a minute: the same text is sent again a little later. */
export const isTurnedAway = (answered: Answered | undefined): boolean =>
  answered?.ok === false && answered.problem.code === "rate_limited";

interface Checked {
  isEmpty: boolean;
  answered: Answered | undefined;
  /** It is the answer about an earlier text. */
  isOld: boolean;
  /** No answer came. */
  isLost: boolean;
}

export function standingOfText({ isEmpty, answered, isOld, isLost }: Checked): TextStanding {
  if (isEmpty) return { kind: "empty", words: "Write the workflow’s text." };
  if (isLost)
    return { kind: "unchecked", words: "No answer came. Change the text, and it is checked once more." };
  if (!answered || isOld) return { kind: "checking", words: "It is checked once you rest." };
  if (!answered.ok)
    return isTurnedAway(answered)
      ? { kind: "unchecked", words: "Checked thirty times within a minute. It is checked again in a moment." }
      : { kind: "unchecked", words: answered.problem.detail };
  const { errors, warnings, ok } = answered.result;
  return ok
    ? {
        kind: "faultless",
        words: `It has no faults.${warnings.length > 0 ? " It cannot be published here yet." : ""}`,
      }
    : { kind: "faulty", words: `It has ${countWords(errors.length, "fault")}.` };
}
