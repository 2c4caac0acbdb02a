import type { ActionSummary } from "@/lib/contract/action-view";
import type { Answered } from "@/lib/http/server-action";
import { assertNever } from "@/lib/core/errors";
import {
  type AmendAnswer,
  answerOfEnd,
  answerOfExtension,
  answerOfRetry,
  answerOfVersion,
} from "./amend-words";
import { act } from "@/lib/operations/act";

export type VerbInput =
  | {
      verb: "edit";
      changes: { field: string; to: string }[];
      context: Record<string, string | null>;
      reason: string;
    }
  | { verb: "undo" | "withdraw" | "extend" | "cancel"; reason: string }
  | { verb: "repropose" | "retry" };

/** Never throws: where no answer came, that is the answer. */
export async function sendVerb(action: ActionSummary, input: VerbInput): Promise<Answered<AmendAnswer>> {
  try {
    return await answerOf(action, input);
  } catch {
    const detail =
      "No answer came back, so it is not known whether this was done. It is being loaded again; look before you try once more.";
    const problem = { type: "about:blank", title: "Not answered", status: 0, code: "no_answer", detail };
    return { ok: false, problem };
  }
}

async function answerOf(action: ActionSummary, input: VerbInput): Promise<Answered<AmendAnswer>> {
  const { id } = action;
  const why = "reason" in input && input.reason ? { reason: input.reason } : {};
  switch (input.verb) {
    case "edit": {
      const { changes, context } = input;
      const edit = { id, payload_hash: action.payload_hash, changes, context, ...why };
      return inWords(await act("editAction", edit), (version) => answerOfVersion("edit", action, version));
    }
    case "undo":
      return inWords(await act("undoAction", { id, ...why }), (undo) =>
        answerOfVersion("undo", action, undo),
      );
    case "repropose":
      return inWords(await act("reproposeAction", { id }), (version) =>
        answerOfVersion("repropose", action, version),
      );
    case "withdraw":
      return inWords(await act("withdrawAction", { id, ...why }), (ended) => answerOfEnd("withdraw", ended));
    case "cancel":
      return inWords(await act("cancelAction", { id, comment: input.reason }), (ended) =>
        answerOfEnd("cancel", ended),
      );
    case "extend":
      return inWords(await act("extendAction", { id, reason: input.reason }), answerOfExtension);
    case "retry":
      return inWords(await act("retryPush", { action_id: id }), answerOfRetry);
    default:
      return assertNever(input);
  }
}

function inWords<T>(answered: Answered<T>, words: (result: T) => AmendAnswer): Answered<AmendAnswer> {
  return answered.ok ? { ok: true, result: words(answered.result) } : answered;
}
