/** This room takes a decision with the gesture that the tier demands, and shows its answer. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import type { ActionSummary } from "@/lib/contract/action-view";
import type { Decision } from "@/lib/core/action/proposed-action";
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
  { phase: "sending"; decision: Decision } | { phase: "answered"; answer: Answer; held: boolean };

/** How long a card shows the answer before it leaves. */
export const ANSWER_SHOWN_MS = 2_500;

export interface DecisionDetails {
  comment?: string;
  confirmed?: boolean;
  editToken?: string;
}

interface Decisions {
  states: ReadonlyMap<number, DecisionState>;
  submit: (action: ActionSummary, decision: Decision, details?: DecisionDetails) => Promise<Answer | null>;
  /**
   * Puts an answer on a card that this page did not ask for itself: bulk results, rows decided elsewhere. The latter are
   * held: a row that somebody else decided must not pull the list away under the pointer.
   */
  put: (id: number, answer: Answer, held?: boolean) => void;
  /** Lets go of a card that was held: nobody points at the list any more. */
  release: (id: number) => void;
  dismiss: (id: number) => void;
  /** Called once for each card that has shown its last answer. */
  onLeave: (listener: (id: number) => void) => () => void;
}

const [DecisionsContext, useDecisions] = createRequired<Decisions>("DecisionsProvider");
export { useDecisions };

export function DecisionsProvider({ children }: { children: ReactNode }) {
  const [states, setStates] = useState<ReadonlyMap<number, DecisionState>>(new Map());
  const inFlight = useRef(new Set<number>());
  const leaveListeners = useRef(new Set<(id: number) => void>());
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

  const release = useCallback((id: number) => {
    for (const listener of leaveListeners.current) listener(id);
  }, []);

  const put = useCallback(
    (id: number, answer: Answer, held = false) => {
      set(id, { phase: "answered", answer, held });
      announce(`#${id}: ${answer.text}`);
      void queries.invalidateQueries({ queryKey: ["action", id] });
      if (!answer.leaves) {
        void queries.invalidateQueries({ queryKey: ["list"] });
        return;
      }
      if (!held) setTimeout(() => release(id), ANSWER_SHOWN_MS);
    },
    [queries, release, set],
  );

  const submit = useCallback(
    async (action: ActionSummary, decision: Decision, details: DecisionDetails = {}) => {
      if (inFlight.current.has(action.id)) return null;
      inFlight.current.add(action.id);
      set(action.id, { phase: "sending", decision });
      const answer = await send(action, decision, details, clock.now);
      inFlight.current.delete(action.id);
      put(action.id, answer);
      void queries.invalidateQueries({ queryKey: ["overview"] });
      return answer;
    },
    [clock, put, queries, set],
  );

  const value = useMemo<Decisions>(
    () => ({
      states,
      submit,
      put,
      release,
      dismiss: (id) => set(id, null),
      onLeave(listener) {
        leaveListeners.current.add(listener);
        return () => leaveListeners.current.delete(listener);
      },
    }),
    [states, submit, put, release, set],
  );
  return <DecisionsContext value={value}>{children}</DecisionsContext>;
}

/** Never throws: where no answer came, that is the answer. */
async function send(
  action: ActionSummary,
  decision: Decision,
  details: DecisionDetails,
  now: () => number,
): Promise<Answer> {
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
    return answered.ok
      ? answerOf(answered.result, { decision, goesToNetSuite: action.goes_to_netsuite, now: now() })
      : answerOfProblem(answered.problem, now());
  } catch {
    return NO_ANSWER;
  }
}
