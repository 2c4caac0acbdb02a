"use client";
import { useQuery } from "@tanstack/react-query";
import { getJson } from "./get-json";
import { POLL_MS } from "./overview";
import type { ActionDetail, LiveView } from "@/lib/contract/action-view";

/** A live reading costs a NetSuite request out of the account's share: a fresh one is not asked for again. */
const liveFreshMs = 30_000;
const progressPollMs = 1_000;

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

/** A write that somebody waits for, read once a second until it has ended. */
export function useProgress(actionId: number) {
  return useQuery({
    queryKey: ["progress", actionId],
    queryFn: ({ signal }) => getJson<ActionDetail>(actionPath(actionId), signal),
    refetchInterval: ({ state }) =>
      ["queued", "pushing", "unknown"].includes(state.data?.push?.status ?? "queued")
        ? progressPollMs
        : false,
  });
}
