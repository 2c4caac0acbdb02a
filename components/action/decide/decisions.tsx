/** This room takes a decision with the gesture that the tier demands, and shows its answer. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { actionKey } from "@/components/data/actions";
import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Decision } from "@/lib/core/action/proposed-action";
import type { AnsweredState, DecisionState } from "./decision-state";
import { lookBeforeSending, readRecord } from "./fresh-reading";
import { type Answer, tooMany } from "./outcome";
import type { DecisionDetails } from "./send-decision";
import { sendOnceLoaded } from "./send-once-loaded";
import { type Undecided, useUndecided } from "./strip/use-undecided";
import { announce } from "@/components/ui/announcer";
import { useClock } from "@/components/state/clock";
import { noteOwnDecision } from "./take-back/own-decisions";
import { createRequired } from "@/components/state/required-context";

export { isBusy } from "./decision-state";
export type { DecisionState } from "./decision-state";

/** How long an answer is shown before its card may leave. */
const ANSWER_SHOWN_MS = 2_500;

/** Decisions of one tab that may be on their way at a time. With more nobody would notice that no answer comes. */
export const UNDER_WAY_MAX = 5;

/** Null: this action has a decision on its way already. */
type Submit = (
  action: ActionSummary,
  decision: Decision,
  details?: DecisionDetails,
) => Promise<Submitted | null>;
export interface Submitted {
  answer: Answer;
  /** The reader looks at another action by now, so that this one's answer is told in the strip. */
  leftView: boolean;
}
/**
 * Takes the reader on from an action whose decision was sent. `followed`: it was sent with the press itself; `itself`: later.
 * True where the action is not in the pane any more.
 */
type MoveOn = (id: number, came: "followed" | "itself") => boolean;

interface Decisions extends Pick<Undecided, "undecided" | "forget"> {
  states: ReadonlyMap<number, DecisionState>;
  /** The answers to approvals of this page, kept when their cards have left: their writes are followed to the end. */
  approved: ReadonlyMap<number, Answer>;
  submit: Submit;
  /** Why no further decision is sent before one of those under way is answered; null: there is room. */
  whyFull: () => string | null;
  /** Puts an answer on a card without a decision of its own: bulk results, amendments, rows that others decided. */
  put: (id: number, answer: Answer, by?: "viewer" | "others") => void;
  /** The card has left. */
  dismiss: (id: number) => void;
  /** Called once for each action that no longer waits, when its answer has been shown for a while. */
  onMayLeave: (listener: (id: number, state: AnsweredState) => void) => () => void;
  /** A dialog that waits for its answer calls it once it has closed; any other decision, as it is sent. */
  moveOn: MoveOn;
  onMoveOn: (listener: MoveOn) => () => void;
}
const [DecisionsContext, useDecisions] = createRequired<Decisions>("DecisionsProvider");
export { useDecisions };

/** Where each action stands, and who is told when an answered one may leave. */
function useStates() {
  const [states, setStates] = useState<ReadonlyMap<number, DecisionState>>(new Map());
  const leaveListeners = useRef(new Set<(id: number, state: AnsweredState) => void>());
  const queries = useQueryClient();
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
      announce(`#${id}: ${answer.said ?? answer.text}`);
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
  const onMayLeave = useCallback<Decisions["onMayLeave"]>(
    (listener) => listenIn(leaveListeners.current, listener),
    [],
  );
  return { states, set, put, onMayLeave };
}

export function DecisionsProvider({ children }: { children: ReactNode }) {
  const { states, set, put, onMayLeave } = useStates();
  const [approved, setApproved] = useState<ReadonlyMap<number, Answer>>(new Map());
  const inFlight = useRef(new Set<number>());
  const moveListeners = useRef(new Set<MoveOn>());
  const { undecided, forget, keep } = useUndecided();
  const queries = useQueryClient();
  const clock = useClock();

  const isFull = useCallback(() => inFlight.current.size >= UNDER_WAY_MAX, []);
  const whyFull = useCallback(() => (isFull() ? tooMany(UNDER_WAY_MAX).text : null), [isFull]);
  const moveOn = useCallback<MoveOn>(
    (id, came) => [...moveListeners.current].some((listener) => listener(id, came)),
    [],
  );

  const submit = useCallback<Submit>(
    async (action, decision, details = {}) => {
      const { id } = action;
      if (inFlight.current.has(id)) return null;
      if (isFull()) {
        const answer = tooMany(UNDER_WAY_MAX);
        put(id, answer);
        return { answer, leftView: false };
      }
      inFlight.current.add(id);
      forget(id);
      const look =
        decision === "approve"
          ? lookBeforeSending(action, queries, () => set(id, { phase: "reading" }))
          : null;
      const unsent = look instanceof Promise ? await look : look;
      let leftView = false;
      if (!unsent) {
        set(id, { phase: "sending", decision });
        if (!details.inDialog) leftView = moveOn(id, look instanceof Promise ? "itself" : "followed");
      }
      const { answer, by } = unsent
        ? { answer: unsent, by: "viewer" as const }
        : await sendOnceLoaded(action, decision, details, clock.now, queries);
      // The server knows of a reading that this page has not seen.
      if (!unsent && (answer.code === "drifted" || answer.code === "tier_raised"))
        void readRecord(id, queries);
      inFlight.current.delete(id);
      if (answer.approved) setApproved((before) => new Map(before).set(id, answer));
      if (leftView) keep(id, { decision, answer, by });
      if (answer.takeBackUntilMs !== undefined)
        noteOwnDecision({ id, decision, tier: action.risk_level, untilMs: answer.takeBackUntilMs });
      put(id, answer, by);
      void queries.invalidateQueries({ queryKey: ["overview"] });
      return { answer, leftView };
    },
    [clock, forget, isFull, keep, moveOn, put, queries, set],
  );

  const value = useMemo<Decisions>(
    () => ({
      states,
      approved,
      undecided,
      forget,
      submit,
      whyFull,
      put,
      moveOn,
      dismiss: (id) => set(id, null),
      onMayLeave,
      onMoveOn: (listener) => listenIn(moveListeners.current, listener),
    }),
    [states, approved, undecided, forget, submit, whyFull, put, moveOn, set, onMayLeave],
  );
  return <DecisionsContext value={value}>{children}</DecisionsContext>;
}

function listenIn<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
