"use client";
import { usePages } from "@/components/data/use-pages";
import { POLL_MS, useRead } from "@/components/data/use-read";
import type { ModelPrices } from "@/lib/contract/workflows/models";
import type { CapsView, RunTimeline, RunView, Runs } from "@/lib/contract/workflows/runs";
import { hasRunEnded } from "@/lib/core/run/run";
import { type RunFilter, runFilterHref, runsQueryOf } from "@/lib/view/runs/run-filter";

/** The ledger, which the stream tells about, knows a run's beginning and its end; its steps move in between. */
const listPollMs = 5_000;
const goingPollMs = 1_500;

export const runKey = (id: number) => ["runs", id] as const;
export const RUNS_KEY = ["runs"] as const;
export const CAPS_KEY = ["runs", "caps"] as const;
export const MODEL_PRICES_KEY = ["runs", "model-prices"] as const;

export interface InitialRuns {
  filter: RunFilter;
  first: Runs;
  /** The names of all workflows, to choose one. */
  workflows: readonly string[];
}

export function useRuns(filter: RunFilter, { filter: initialFilter, first }: InitialRuns) {
  return usePages<Runs>({
    queryKey: [...RUNS_KEY, "list", runFilterHref(filter)],
    path: (cursor) => {
      const search = runsQueryOf(filter);
      if (cursor) search.set("cursor", String(cursor));
      return `/api/runs?${search.toString()}`;
    },
    first: runFilterHref(filter) === runFilterHref(initialFilter) ? first : null,
    pollMs: listPollMs,
  });
}

export const useRun = (initial: RunView) =>
  useRead<RunView>(runKey(initial.id), `/api/runs/${initial.id}`, {
    refetchInterval: ({ state }) => (state.data && hasRunEnded(state.data.status) ? POLL_MS : goingPollMs),
    initialData: initial,
  });

/** It moves with the run. */
export const useRunTimeline = (id: number, isOver: boolean) =>
  useRead<RunTimeline>([...runKey(id), "timeline"], `/api/runs/${id}/timeline`, {
    refetchInterval: isOver ? POLL_MS : listPollMs,
  });

export const useCaps = (initial: CapsView) =>
  useRead<CapsView>(CAPS_KEY, "/api/caps", { initialData: initial });

export const useModelPrices = (initial: ModelPrices) =>
  useRead<ModelPrices>(MODEL_PRICES_KEY, "/api/model-prices", { initialData: initial });
