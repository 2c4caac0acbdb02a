import type { ActionSummary } from "@/lib/contract/action-view";
import type { Problem } from "@/lib/contract/problem";
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
  | { verb: "undo" | "withdraw" | "extend"; reason: string }
  | { verb: "cancel"; comment: string }
  | { verb: "repropose" | "retry" };

export interface VerbAnswer extends AmendAnswer {
  /** The complaints of a refused edit, by field. */
  errors?: { path: string; message: string }[];
}

/** Never throws: where no answer came, that is the answer. */
export async function sendVerb(action: ActionSummary, input: VerbInput): Promise<VerbAnswer> {
  try {
    return await answerOf(action, input);
  } catch {
    return {
      code: "no_answer",
      tone: "bad",
      text: "No answer came back, so it is not known whether this was done. It is being loaded again; look before you try once more.",
      versionId: null,
    };
  }
}

async function answerOf(action: ActionSummary, input: VerbInput): Promise<VerbAnswer> {
  const { id } = action;
  switch (input.verb) {
    case "edit": {
      const { changes, context, reason } = input;
      const sent = { id, payload_hash: action.payload_hash, changes, context, ...(reason ? { reason } : {}) };
      return answerTo(await act("editAction", sent), (version) => answerOfVersion("edit", action, version));
    }
    case "undo":
      return answerTo(
        await act("undoAction", { id, ...(input.reason ? { reason: input.reason } : {}) }),
        (version) => answerOfVersion("undo", action, version),
      );
    case "repropose":
      return answerTo(await act("reproposeAction", { id }), (version) =>
        answerOfVersion("repropose", action, version),
      );
    case "withdraw":
      return answerTo(
        await act("withdrawAction", { id, ...(input.reason ? { reason: input.reason } : {}) }),
        (ended) => answerOfEnd("withdraw", ended),
      );
    case "cancel":
      return answerTo(await act("cancelAction", { id, comment: input.comment }), (ended) =>
        answerOfEnd("cancel", ended),
      );
    case "extend":
      return answerTo(await act("extendAction", { id, reason: input.reason }), answerOfExtension);
    case "retry":
      return answerTo(await act("retryPush", { action_id: id }), answerOfRetry);
    default:
      return assertNever(input);
  }
}

function answerTo<T>(answered: Answered<T>, words: (result: T) => AmendAnswer): VerbAnswer {
  return answered.ok ? words(answered.result) : refused(answered.problem);
}

/** A refusal in the server's own words, and the version that it names. */
function refused(problem: Problem): VerbAnswer {
  const named = problem.successor_id ?? problem.undo_id;
  return {
    code: problem.code,
    tone: "bad",
    text: problem.detail,
    versionId: typeof named === "number" ? named : null,
    ...(problem.errors ? { errors: problem.errors } : {}),
  };
}
