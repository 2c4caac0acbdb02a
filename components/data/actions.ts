"use client";
import { useRead } from "./use-read";
import type { ActionDetail } from "@/lib/contract/action-view";
import { LIVE_FRESH_SECONDS } from "@/lib/core/action/live-finding";
import type { LiveView } from "@/lib/contract/live-view";

/** A live reading costs a NetSuite request out of the account's share: a fresh one is not asked for again. */
export const LIVE_FRESH_MS = LIVE_FRESH_SECONDS * 1_000;
const progressPollMs = 1_000;

export const liveKey = (id: number) => ["live", id] as const;
export const actionPath = (id: number) => `/api/proposed-actions/${id}`;

/** Nothing is read while the id is null. */
export function useAction(id: number | null, initial: ActionDetail | null) {
  return useRead<ActionDetail>(["action", id], actionPath(id ?? 0), {
    enabled: id !== null,
    initialData: initial && initial.id === id ? initial : undefined,
  });
}

export function useLive(id: number, enabled: boolean) {
  return useRead<LiveView>(liveKey(id), `${actionPath(id)}/live`, {
    enabled,
    staleTime: LIVE_FRESH_MS,
    retry: false,
    refetchInterval: false,
  });
}

/** A write that somebody waits for, read once a second until it has ended. */
export function useProgress(actionId: number) {
  return useRead<ActionDetail>(["progress", actionId], actionPath(actionId), {
    refetchInterval: ({ state }) =>
      ["queued", "pushing", "unknown"].includes(state.data?.push?.status ?? "queued")
        ? progressPollMs
        : false,
  });
}
