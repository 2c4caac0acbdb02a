"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { ActionDetail, LiveView, Overview } from "@/lib/contract/action-view";
import type { Dashboard } from "@/lib/contract/dashboard-view";
import type { DeadLetters, Lane, Retention } from "@/lib/contract/upkeep";
import { letterPath, type LetterFilter } from "@/components/dead-letters/letter-filter";
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

/** Page by page; `initial` is the first page of the filter that the server rendered. */
export function useDeadLetters(filter: LetterFilter, initial: { filter: LetterFilter; first: DeadLetters }) {
  const isInitial = initial.filter.replayed === filter.replayed && initial.filter.cause === filter.cause;
  return useInfiniteQuery({
    queryKey: ["dead-letters", filter],
    queryFn: ({ pageParam, signal }) => getJson<DeadLetters>(letterPath(filter, pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
    ...(isInitial ? { initialData: { pages: [initial.first], pageParams: [null] } } : {}),
  });
}

/** How a write fares that somebody waits for, asked for once a second until it has ended. */
export function useProgress(actionId: number) {
  return useQuery({
    queryKey: ["progress", actionId],
    queryFn: ({ signal }) => getJson<ActionDetail>(actionPath(actionId), signal),
    refetchInterval: ({ state }) =>
      ["queued", "pushing", "unknown"].includes(state.data?.push?.status ?? "queued") ? 1_000 : false,
  });
}

export function useLane() {
  return useQuery({
    queryKey: ["lane"],
    queryFn: ({ signal }) => getJson<Lane>("/api/ns-push/lane", signal),
    refetchInterval: POLL_MS,
  });
}

export function useRetention(initial: Retention) {
  return useQuery({
    queryKey: ["retention"],
    queryFn: ({ signal }) => getJson<Retention>("/api/retention", signal),
    initialData: initial,
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
