"use client";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { getJson } from "@/components/data/get-json";
import { POLL_MS } from "@/components/data/overview";
import type { ActionList } from "@/lib/contract/action-view";
import { FIRST_PAGE, reduceList, startList, type ListEvent, type ListState } from "./list-state";
import { listSearch, type ListFilter } from "@/lib/view/views";

const NEXT_PAGE = 100;
/** Polling covers this many rows; what lies deeper is read again when it is opened. */
const POLLED_MAX = 200;

interface Held {
  key: string;
  state: ListState;
}
type HeldEvent = { key: string; event: ListEvent } | { key: string; head: ActionList };

function reduceHeld(held: Held, incoming: HeldEvent): Held {
  if ("head" in incoming) {
    if (incoming.key !== held.key) return { key: incoming.key, state: startList(incoming.head) };
    return moved(held, { type: "refreshed", list: incoming.head });
  }
  return incoming.key === held.key ? moved(held, incoming.event) : held;
}

function moved(held: Held, event: ListEvent): Held {
  const state = reduceList(held.state, event);
  return state === held.state ? held : { key: held.key, state };
}

/** The rows of one filter, polled and paged by key; null while the first page of another filter is on its way. */
export function useActionList(filter: ListFilter, initial: { filter: ListFilter; list: ActionList }) {
  const key = JSON.stringify(filter);
  const initialKey = JSON.stringify(initial.filter);
  const [held, dispatch] = useReducer(reduceHeld, initial, (start) => ({
    key: initialKey,
    state: startList(start.list),
  }));
  const state = held.key === key ? held.state : null;
  const polledRows = Math.min(POLLED_MAX, Math.max(FIRST_PAGE, state?.items.length ?? 0));
  const limit = useRef(polledRows);
  useEffect(() => {
    limit.current = polledRows;
  }, [polledRows]);

  const head = useQuery({
    queryKey: ["list", key],
    queryFn: ({ signal }) =>
      getJson<ActionList>(`/api/proposed-actions?${listSearch(filter, { limit: limit.current })}`, signal),
    refetchInterval: POLL_MS,
    ...(key === initialKey ? { initialData: initial.list } : {}),
  });
  useEffect(() => {
    if (head.data) dispatch({ key, head: head.data });
  }, [head.data, key]);

  const [moreError, setMoreError] = useState<unknown>(null);
  const loading = useRef<string | null>(null);
  const cursor = state?.nextCursor ?? null;
  const loadMore = useCallback(async () => {
    if (cursor === null || loading.current === cursor) return;
    loading.current = cursor;
    setMoreError(null);
    try {
      const list = await getJson<ActionList>(
        `/api/proposed-actions?${listSearch(filter, { cursor, limit: NEXT_PAGE })}`,
      );
      dispatch({ key, event: { type: "page_loaded", list } });
    } catch (error) {
      loading.current = null;
      setMoreError(error);
    }
  }, [cursor, filter, key]);

  const send = useCallback((event: ListEvent) => dispatch({ key, event }), [key]);
  return { state, error: head.error, retry: head.refetch, loadMore, moreError, send };
}
