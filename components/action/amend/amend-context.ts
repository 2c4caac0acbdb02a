"use client";
import { createRequired } from "@/components/state/required-context";
import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import type { AmendVerb } from "@/lib/core/action/amend-rules";
import type { OperationResult } from "@/lib/http/server-action";
import type { AmendAnswer } from "./amend-answers";
import type { DialogVerb } from "./dialog-verbs";
import type { VerbInput } from "./send-verb";

export type AmendState =
  { phase: "sending"; verb: AmendVerb } | { phase: "answered"; verb: AmendVerb; answer: AmendAnswer };

export interface AmendFlow {
  states: ReadonlyMap<number, AmendState>;
  edit: (detail: ActionDetail) => void;
  /** Opens the dialog of a verb; proposing again shows first what it would say. */
  ask: (verb: DialogVerb | "repropose", action: ActionSummary) => void;
  /** Resolves with the server's answer; null while another request for the same action is on its way. */
  run: (action: ActionSummary, input: VerbInput) => Promise<OperationResult<AmendAnswer> | null>;
}

/** The flow that every amendment goes through; its provider is AmendFlowProvider. */
export const [AmendContext, useAmendFlow] = createRequired<AmendFlow>("AmendFlowProvider");
