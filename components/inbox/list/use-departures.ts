"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useClock } from "@/components/state/clock";
import { type DecisionState, isBusy, useDecisions } from "@/components/action/decide/decisions";
import { getJson } from "@/components/data/get-json";
import { actionKey, actionPath } from "@/components/data/actions";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import type { ListState } from "./list-state";
import { answerOfChange, answerOfStatus } from "@/components/action/decide/outcome";

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
      else void explain(id).then((answer) => put(id, answer ?? unknown, "others"));
    }
    async function explain(id: number) {
      try {
        const detail = await queries.fetchQuery({
          queryKey: actionKey(id),
          queryFn: () => getJson<ActionDetail>(actionPath(id)),
        });
        return answerOfStatus(detail, clock.now());
      } catch {
        return null;
      }
    }
  }, [state, states, put, queries, clock]);
}
