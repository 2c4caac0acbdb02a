import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { OperationResult } from "@/lib/http/server-action";
import { act } from "@/lib/operations/act";
import { type AmendAnswer, answerOfEnd, answerOfExtension, answerOfVersion, inWords } from "./amend-answers";

export interface DialogVerbWords {
  title: string;
  description: string;
  submit: string;
  tone: "solid" | "danger";
  placeholder: string;
  /** Absent: the dialog does not send without a reason. */
  optional?: true;
  send: (action: ActionSummary, reason: string) => Promise<OperationResult<AmendAnswer>>;
}

/** The amendments that ask for a reason, each with the words of its dialog and its way to the server. */
export const DIALOG_VERBS = {
  undo: {
    title: "Undo this?",
    description:
      "Proposes the change that takes it back. It is decided like any other; nothing is written by asking.",
    submit: "Propose the undo",
    tone: "solid",
    placeholder: "What was wrong with it?",
    optional: true,
    send: async (action, reason) =>
      inWords(await act("undoAction", { id: action.id, ...(reason && { reason }) }), (undo) =>
        answerOfVersion("undo", action, undo),
      ),
  },
  withdraw: {
    title: "Withdraw this?",
    description: "Nobody has to decide it any more, and nothing is written to NetSuite.",
    submit: "Withdraw",
    tone: "danger",
    placeholder: "What should the others know?",
    optional: true,
    send: async ({ id }, reason) =>
      inWords(await act("withdrawAction", { id, ...(reason && { reason }) }), (end) =>
        answerOfEnd("withdraw", end),
      ),
  },
  extend: {
    title: "Extend this?",
    description:
      "It gets the time again that it was given first, at most the full time of its tier, counted from now. This is possible only once; nothing else about it changes.",
    submit: "Extend",
    tone: "solid",
    placeholder: "Why can nobody decide it in time?",
    send: async ({ id }, reason) => inWords(await act("extendAction", { id, reason }), answerOfExtension),
  },
  cancel: {
    title: "Cancel this write?",
    description: "It was approved. Nothing of it has been written, and nothing will be.",
    submit: "Cancel the write",
    tone: "danger",
    placeholder: "Why is it not to be written after all?",
    send: async ({ id }, reason) =>
      inWords(await act("cancelAction", { id, comment: reason }), (end) => answerOfEnd("cancel", end)),
  },
} satisfies Record<string, DialogVerbWords>;

export type DialogVerb = keyof typeof DIALOG_VERBS;
