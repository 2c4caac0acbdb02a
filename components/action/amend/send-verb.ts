import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { ExpectedReproposal } from "@/lib/contract/actions/live-view";
import type { OperationResult } from "@/lib/http/server-action";
import { act } from "@/lib/operations/act";
import { type AmendAnswer, answerOfProblem, answerOfRetry, answerOfVersion, inWords } from "./amend-answers";
import { DIALOG_VERBS, type DialogVerb } from "./dialog-verbs";

export type VerbInput =
  | {
      verb: "edit";
      changes: { field: string; to: string }[];
      context: Record<string, string | null>;
      reason: string;
    }
  | { verb: DialogVerb; reason: string }
  | { verb: "repropose"; expected: ExpectedReproposal }
  | { verb: "retry" };

/** The server's answer, and its words. */
export interface VerbResult {
  answered: OperationResult<AmendAnswer>;
  answer: AmendAnswer;
}

/** Never throws: where no answer came, that is the answer. */
export async function sendVerb(action: ActionSummary, input: VerbInput): Promise<VerbResult> {
  const answered = await answerOf(action, input).catch(() => notAnswered);
  return { answered, answer: answered.ok ? answered.result : answerOfProblem(answered.problem) };
}

const notAnswered: OperationResult<AmendAnswer> = {
  ok: false,
  problem: {
    type: "about:blank",
    title: "Not answered",
    status: 0,
    code: "no_answer",
    detail:
      "No answer came back, so this may or may not have been done. It is being reloaded; check its state before you try again.",
  },
};

async function answerOf(action: ActionSummary, input: VerbInput): Promise<OperationResult<AmendAnswer>> {
  const { id } = action;
  switch (input.verb) {
    case "edit": {
      const { changes, context, reason } = input;
      const edit = { id, payload_hash: action.payload_hash, changes, context, ...(reason && { reason }) };
      return inWords(await act("editAction", edit), (version) => answerOfVersion("edit", action, version));
    }
    case "repropose":
      return inWords(await act("reproposeAction", { id, expected: input.expected }), (version) =>
        answerOfVersion("repropose", action, version),
      );
    case "retry":
      return inWords(await act("retryPush", { action_id: id }), answerOfRetry);
    default:
      return DIALOG_VERBS[input.verb].send(action, input.reason);
  }
}
