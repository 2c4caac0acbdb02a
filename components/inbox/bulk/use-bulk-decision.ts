"use client";
import { useState } from "react";
import { useDecisions } from "@/components/action/decide/decisions";
import { answerOfProblem, NO_ANSWER } from "@/components/action/decide/server-answers";
import { useClock } from "@/components/state/clock";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Decision } from "@/lib/core/action/proposed-action";
import { act } from "@/lib/operations/act";
import { answerOfRow, type BulkOutcome, doerOfRow } from "./bulk-words";

interface BulkDecision {
  /** The decision that is on its way. */
  sending: Decision | null;
  /** Why the last one was refused as a whole, in words. */
  refusal: string | null;
  outcome: BulkOutcome | null;
  /** Resolves with the refusal of them all, in words; null: each row has its answer. */
  send: (decision: Decision, actions: readonly ActionSummary[], comment?: string) => Promise<string | null>;
  forgetOutcome: () => void;
}

export const STILL_SENDING = "Another decision is still on its way. Try again when its answer is here.";

/** Decides the selected rows in one request, of which there is one at a time, and puts each answer on its row. */
export function useBulkDecision(onDecided: () => void): BulkDecision {
  const { put } = useDecisions();
  const clock = useClock();
  const [sending, setSending] = useState<Decision | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);

  const ask = async (decision: Decision, actions: readonly ActionSummary[], comment?: string) => {
    const items = actions.map(({ id, payload_hash }) => ({ id, payload_hash }));
    try {
      const answered = await act("bulkDecide", { decision, items, ...(comment ? { comment } : {}) });
      if (!answered.ok) return answerOfProblem(answered.problem, clock.now()).text;
      setOutcome({ decision, actions, result: answered.result });
      for (const row of answered.result.results) put(row.id, answerOfRow(row), doerOfRow(row));
      onDecided();
      return null;
    } catch {
      return NO_ANSWER.text;
    }
  };
  const send: BulkDecision["send"] = async (decision, actions, comment) => {
    if (sending) return STILL_SENDING;
    setSending(decision);
    setRefusal(null);
    const refused = await ask(decision, actions, comment);
    setRefusal(refused);
    setSending(null);
    return refused;
  };
  return { sending, refusal, outcome, send, forgetOutcome: () => setOutcome(null) };
}
