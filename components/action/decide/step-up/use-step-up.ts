"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { liveKey } from "@/components/data/actions";
import type { Factor } from "@/lib/contract/actions/decision";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { LiveView } from "@/lib/contract/actions/live-view";
import type { Problem } from "@/lib/contract/problem";
import { act } from "@/lib/operations/act";
import { changesMeaning } from "@/lib/view/action/as-live";
import { useDecisions } from "@/components/action/decide/decisions";
import { lookBeforeSending } from "@/components/action/decide/fresh-reading";
import type { Answer } from "@/components/action/decide/outcome";

interface StepUp {
  sending: boolean;
  problem: Problem | null;
  forgetProblem: () => void;
  confirm: (typedReference: string, factor: Factor) => Promise<void>;
}

interface StepUpOptions {
  /** On screen. */
  reading: LiveView | undefined;
  /** The typed reference was refused. */
  onWrongReference: () => void;
  onClose: () => void;
  /** In the place of `onClose`, where the approval was taken. */
  onDecided: () => void;
}

const NO_TOKEN: Answer = {
  code: "no_answer",
  tone: "bad",
  text: "The server did not answer, and nothing was decided. Try again.",
  leaves: false,
};

/** Mints the token of an L5 approval, and approves with it. A refusal is kept for the step that it is about. */
export function useStepUp(
  action: ActionSummary,
  { reading, onWrongReference, onClose, onDecided }: StepUpOptions,
): StepUp {
  const { submit, put } = useDecisions();
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const refused = (refusal: Problem) => {
    setProblem(refusal);
    // A refused reference is typed again; a refused code is entered again where one stands.
    if (refusal.errors?.some((issue) => issue.path.includes("typed_reference"))) onWrongReference();
  };
  const confirm = async (typedReference: string, factor: Factor) => {
    setSending(true);
    setProblem(null);
    // Before the code is spent: one that proved nothing could not be used again.
    const unsent = await lookBeforeSending(action, queries, () => {});
    if (unsent) {
      put(action.id, unsent);
      return onClose();
    }
    try {
      const minted = await act("issueEditToken", {
        action_id: action.id,
        payload_hash: action.payload_hash,
        decision: "approve",
        typed_reference: typedReference,
        factor,
      });
      if (!minted.ok) return refused(minted.problem);
      // The record has turned meanwhile: the change is read once more, and the token stays unused.
      const latest = queries.getQueryData<LiveView>(liveKey(action.id));
      if (latest && changesMeaning(reading, latest)) return;
      const editToken = minted.result.edit_token;
      const submitted = await submit(action, "approve", { confirmed: true, editToken, inDialog: true });
      if (submitted?.answer.tone === "good") onDecided();
      else onClose();
    } catch {
      put(action.id, NO_TOKEN);
      onClose();
    } finally {
      setSending(false);
    }
  };
  return { sending, problem, forgetProblem: () => setProblem(null), confirm };
}
