"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { ActionDetail, DeadLetter, LiveView, Overview } from "@/lib/contract/action-view";
import type { Dashboard } from "@/lib/contract/dashboard-view";
import { getJson } from "./get-json";

export const POLL_MS = 10_000;
/** A live reading costs a NetSuite request out of the account's share; a fresh one is not asked for again. */
const liveFreshMs = 30_000;

/** What the layout's server component read, so that the first paint has its figures. */
export const InitialOverview = createContext<Overview | null>(null);

export function useOverview() {
  const initial = useContext(InitialOverview);
  if (!initial) throw new Error("useOverview stands outside its InitialOverview");
  const query = useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => getJson<Overview>("/api/overview", signal),
    initialData: initial,
    refetchInterval: POLL_MS,
  });
  return { overview: query.data, error: query.error };
}

export const actionPath = (id: number) => `/api/proposed-actions/${id}`;

export function useAction(id: number | null, initial: ActionDetail | null) {
  return useQuery({
    queryKey: ["action", id],
    queryFn: ({ signal }) => getJson<ActionDetail>(actionPath(id!), signal),
    enabled: id !== null,
    refetchInterval: POLL_MS,
    ...(initial && initial.id === id ? { initialData: initial } : {}),
  });
}

export function useLive(id: number, wanted: boolean) {
  return useQuery({
    queryKey: ["live", id],
    queryFn: ({ signal }) => getJson<LiveView>(`${actionPath(id)}/live`, signal),
    enabled: wanted,
    staleTime: liveFreshMs,
    retry: false,
  });
}

export function useDeadLetters(initial: DeadLetter[]) {
  return useQuery({
    queryKey: ["dead-letters"],
    queryFn: async ({ signal }) =>
      (await getJson<{ items: DeadLetter[] }>("/api/dead-letters", signal)).items,
    initialData: initial,
    refetchInterval: POLL_MS,
  });
}

export function useDashboard(initial: Dashboard) {
  return useQuery({
    queryKey: ["dashboard"],
    queryFn: ({ signal }) => getJson<Dashboard>("/api/dashboard", signal),
    initialData: initial,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}
