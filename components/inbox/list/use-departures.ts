"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useClock } from "@/components/state/clock";
import { type DecisionState, isBusy, useDecisions } from "@/components/action/decide/decisions";
import { readRow } from "@/components/data/actions";
import type { ListState } from "./list-state";
import { type Answer, answerOfChange, answerOfStatus } from "@/components/action/decide/outcome";

/** Looking up every row of a large bulk decision would cost more than it tells. */
const lookedUpMax = 5;

/**
 * Returns the rows that left the list without an explanation. An answer that did not end its action, such as the first of two
 * votes, is none. A decision that is on its way brings its own.
 */
export function unexplainedRows(
  gone: ReadonlySet<number>,
  states: ReadonlyMap<number, DecisionState>,
  lookedUp: ReadonlySet<number>,
): number[] {
  return [...gone].filter((id) => !lookedUp.has(id) && !isBusy(states.get(id)));
}

/**
 * Reads an action that left the list. It has a key of its own: a reading of the action's own key may be fresh, or under way, from
 * before it left. Null where it cannot be read.
 */
export async function lookUp(queries: QueryClient, id: number, now: () => number): Promise<Answer | null> {
  try {
    const detail = await queries.fetchQuery({ queryKey: ["departure", id], queryFn: () => readRow(id) });
    return answerOfStatus(detail, now());
  } catch {
    return null;
  }
}

/** Explains the rows that left the list without a decision of this page, and then lets them go. */
export function useDepartures(state: ListState | null): void {
  const { states, put } = useDecisions();
  const queries = useQueryClient();
  const clock = useClock();
  const lookedUp = useRef(new Set<number>());
  useEffect(() => {
    if (!state) return;
    for (const [index, id] of unexplainedRows(state.gone, states, lookedUp.current).entries()) {
      lookedUp.current.add(id);
      const unknown = {
        code: "gone",
        tone: "neutral" as const,
        text: "This action is no longer in this list.",
        leaves: true,
      };
      const told = answerOfChange(state.told.get(id));
      if (told) put(id, told, "others");
      else if (index >= lookedUpMax) put(id, unknown, "others");
      else void lookUp(queries, id, clock.now).then((answer) => put(id, answer ?? unknown, "others"));
    }
  }, [state, states, put, queries, clock]);
}
