"use client";
import { useQueries } from "@tanstack/react-query";
import { actionKey, readRow } from "@/components/data/actions";
import { POLL_MS } from "@/components/data/use-read";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import { useDecisions } from "@/components/action/decide/decisions";
import { endOf } from "./write-ends";

/** The actions that this tab approved, by id; undefined until one has been read. The stream has each read again. */
export function useOwnWrites(): ReadonlyMap<number, ActionDetail | undefined> {
  const ids = [...useDecisions().approved.keys()];
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: actionKey(id),
      queryFn: () => readRow(id),
      refetchInterval: ({ state }: { state: { data?: ActionDetail | undefined } }) =>
        endOf(state.data) === "writing" ? POLL_MS : (false as const),
    })),
    combine: (results) => new Map(results.map(({ data }, at) => [ids[at]!, data])),
  });
}
