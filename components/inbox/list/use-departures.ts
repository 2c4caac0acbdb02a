"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useClock } from "@/components/state/clock";
import { useDecisions } from "@/components/action/decide/decisions";
import { getJson } from "@/components/data/get-json";
import { actionPath } from "@/components/data/actions";
import type { ActionDetail } from "@/lib/contract/action-view";
import type { ListState } from "./list-state";
import { answerOfStatus } from "@/components/action/decide/outcome";

/** Looking up every row of a large bulk decision would cost more than it tells. */
const lookedUpMax = 5;

/** Rows that left the list without us: say quietly what became of them, then let them go. */
export function useDepartures(state: ListState | null): void {
  const { states, put } = useDecisions();
  const queries = useQueryClient();
  const clock = useClock();
  const lookedUp = useRef(new Set<number>());
  const gone = state?.gone;
  useEffect(() => {
    if (!gone) return;
    const unexplained = [...gone].filter((id) => !lookedUp.current.has(id) && !states.has(id));
    for (const [index, id] of unexplained.entries()) {
      lookedUp.current.add(id);
      const unknown = {
        code: "gone",
        tone: "neutral" as const,
        text: "This no longer stands in this list.",
        leaves: true,
      };
      if (index >= lookedUpMax) put(id, unknown, "others");
      else void explain(id).then((answer) => put(id, answer ?? unknown, "others"));
    }
    async function explain(id: number) {
      try {
        const detail = await queries.fetchQuery({
          queryKey: ["action", id],
          queryFn: () => getJson<ActionDetail>(actionPath(id)),
        });
        return answerOfStatus(detail, clock.now());
      } catch {
        return null;
      }
    }
  }, [gone, states, put, queries, clock]);
}
