"use client";
import { useState } from "react";
import { useRead } from "./use-read";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import type { AnyDetail } from "@/lib/contract/actions/outline";
import { detailForPage } from "@/lib/view/action/as-shown";
import { getJson } from "./get-json";
import { LIVE_FRESH_SECONDS } from "@/lib/core/action/live-finding";
import type { LiveView } from "@/lib/contract/actions/live-view";

/** A live reading costs a NetSuite request out of the account's share: a fresh one is not asked for again. */
export const LIVE_FRESH_MS = LIVE_FRESH_SECONDS * 1_000;
const progressPollMs = 1_000;

export const actionKey = (id: number) => ["action", id] as const;
export const liveKey = (id: number) => ["live", id] as const;
export const actionPath = (id: number) => `/api/proposed-actions/${id}`;

const readDetail = async (id: number, signal: AbortSignal): Promise<ActionDetail> =>
  detailForPage(await getJson<AnyDetail>(actionPath(id), signal));

/** One action as its row would be, for rows that no poll reaches. */
export const readRow = async (id: number): Promise<ActionDetail> =>
  detailForPage(await getJson<AnyDetail>(actionPath(id)));

/** Nothing is read while the id is null. */
export function useAction(id: number | null, initial: ActionDetail | null) {
  return useRead<ActionDetail>(actionKey(id ?? 0), actionPath(id ?? 0), {
    queryFn: ({ signal }) => readDetail(id ?? 0, signal),
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

/**
 * A write that somebody waits for: its action, read once a second until the write has ended. Undefined until a reading has come
 * since the wait began: an older one may tell of the write before it.
 */
export function useProgress(actionId: number): ActionDetail | undefined {
  const [sinceMs] = useState(() => Date.now());
  const { data, dataUpdatedAt } = useRead<ActionDetail>(actionKey(actionId), actionPath(actionId), {
    queryFn: ({ signal }) => readDetail(actionId, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? progressPollMs : false),
  });
  return dataUpdatedAt >= sinceMs ? data : undefined;
}

const isUnderWay = (detail: ActionDetail | undefined) =>
  ["queued", "pushing", "unknown"].includes(detail?.push?.status ?? "queued");
