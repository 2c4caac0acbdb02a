/** This room takes a decision with the gesture that the tier demands, and shows its answer. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { actionKey } from "@/components/data/actions";
import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Decision } from "@/lib/core/action/proposed-action";
import { lookBeforeSending, readRecord } from "./fresh-reading";
import { answerOf, answerOfProblem, NO_ANSWER, type Answer } from "./outcome";
import { announce } from "@/components/ui/announcer";
import { useClock } from "@/components/state/clock";
import { createRequired } from "@/components/state/required-context";
import type { InputOf } from "@/lib/operations";
import { act } from "@/lib/operations/act";

/**
 * Decisions on their way and the server's answers, shared by card and detail. Never optimistic: between sending and
 * answer an action is only "being decided". One decision per action at a time, whatever is pressed or held.
 */
export type DecisionState =
  | { phase: "reading" }
  | { phase: "sending"; decision: Decision }
  /** `by`: who did it. `mayLeave`: it has been on screen for a while, so the card may leave. */
  | { phase: "answered"; answer: Answer; by: "viewer" | "others"; mayLeave: boolean };

/** True while nothing else can be pressed: the record is read, the decision is on its way, or it was made. */
export function isBusy(state: DecisionState | undefined): boolean {
  if (!state) return false;
  return state.phase !== "answered" || state.answer.leaves;
}

/** How long an answer is shown before its card may leave. */
const ANSWER_SHOWN_MS = 2_500;

export interface DecisionDetails {
  comment?: string;
  confirmed?: boolean;
  editToken?: string;
}

interface Decisions {
  states: ReadonlyMap<number, DecisionState>;
  /** The answers to approvals of this page, kept when their cards have left: their writes are followed to the end. */
  approved: ReadonlyMap<number, Answer>;
  submit: (action: ActionSummary, decision: Decision, details?: DecisionDetails) => Promise<Answer | null>;
  /** Puts an answer on a card without a decision of its own: bulk results, amendments, rows that others decided. */
  put: (id: number, answer: Answer, by?: "viewer" | "others") => void;
  /** The card has left. */
  dismiss: (id: number) => void;
  /** Called once for each action that no longer waits, when its answer has been shown for a while. */
  onMayLeave: (listener: (id: number, state: AnsweredState) => void) => () => void;
}
export type AnsweredState = DecisionState & { phase: "answered" };

const [DecisionsContext, useDecisions] = createRequired<Decisions>("DecisionsProvider");
export { useDecisions };

export function DecisionsProvider({ children }: { children: ReactNode }) {
  const [states, setStates] = useState<ReadonlyMap<number, DecisionState>>(new Map());
  const [approved, setApproved] = useState<ReadonlyMap<number, Answer>>(new Map());
  const inFlight = useRef(new Set<number>());
  const leaveListeners = useRef(new Set<(id: number, state: AnsweredState) => void>());
  const queries = useQueryClient();
  const clock = useClock();

  const set = useCallback((id: number, state: DecisionState | null) => {
    setStates((before) => {
      const after = new Map(before);
      if (state) after.set(id, state);
      else after.delete(id);
      return after;
    });
  }, []);

  const put = useCallback(
    (id: number, answer: Answer, by: "viewer" | "others" = "viewer") => {
      set(id, { phase: "answered", answer, by, mayLeave: false });
      announce(`#${id}: ${answer.text}`);
      void queries.invalidateQueries({ queryKey: actionKey(id) });
      if (!answer.leaves) {
        void queries.invalidateQueries({ queryKey: ["list"] });
        return;
      }
      setTimeout(() => {
        const answered: AnsweredState = { phase: "answered", answer, by, mayLeave: true };
        set(id, answered);
        for (const listener of leaveListeners.current) listener(id, answered);
      }, ANSWER_SHOWN_MS);
    },
    [queries, set],
  );

  const submit = useCallback(
    async (action: ActionSummary, decision: Decision, details: DecisionDetails = {}) => {
      if (inFlight.current.has(action.id)) return null;
      inFlight.current.add(action.id);
      const unsent =
        decision === "approve"
          ? await lookBeforeSending(action, queries, () => set(action.id, { phase: "reading" }))
          : null;
      if (!unsent) set(action.id, { phase: "sending", decision });
      const { answer, by } = unsent
        ? { answer: unsent, by: "viewer" as const }
        : await send(action, decision, details, clock.now);
      // The server knows of a reading that this page has not seen.
      if (!unsent && (answer.code === "drifted" || answer.code === "tier_raised"))
        void readRecord(action.id, queries);
      inFlight.current.delete(action.id);
      if (answer.approved) setApproved((before) => new Map(before).set(action.id, answer));
      put(action.id, answer, by);
      void queries.invalidateQueries({ queryKey: ["overview"] });
      return answer;
    },
    [clock, put, queries, set],
  );

  const value = useMemo<Decisions>(
    () => ({
      states,
      approved,
      submit,
      put,
      dismiss: (id) => set(id, null),
      onMayLeave(listener) {
        leaveListeners.current.add(listener);
        return () => leaveListeners.current.delete(listener);
      },
    }),
    [states, approved, submit, put, set],
  );
  return <DecisionsContext value={value}>{children}</DecisionsContext>;
}

/** Never throws: where no answer came, that is the answer. */
async function send(
  action: ActionSummary,
  decision: Decision,
  details: DecisionDetails,
  now: () => number,
): Promise<{ answer: Answer; by: "viewer" | "others" }> {
  const input: InputOf<"decideAction"> = {
    id: action.id,
    decision,
    // The hash of what is on screen: the server refuses when the row holds anything else.
    payload_hash: action.payload_hash,
    ...(details.comment ? { comment: details.comment } : {}),
    ...(details.confirmed ? { confirmed: true } : {}),
    ...(details.editToken ? { edit_token: details.editToken } : {}),
  };
  try {
    const answered = await act("decideAction", input);
    if (!answered.ok) return { answer: answerOfProblem(answered.problem, now()), by: "others" };
    const context = { decision, goesToNetSuite: action.goes_to_netsuite, now: now() };
    return { answer: answerOf(answered.result, context), by: "viewer" };
  } catch {
    return { answer: NO_ANSWER, by: "viewer" };
  }
}
