"use client";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { getJson } from "@/components/data/get-json";
import { readRow } from "@/components/data/actions";
import { useChanges } from "@/components/data/live/live-updates";
import { POLL_MS } from "@/components/data/use-read";
import type { ActionList } from "@/lib/contract/actions/outline";
import { type ShownList, listForPage } from "@/lib/view/action/as-shown";
import { useDeepRows } from "./use-deep-rows";
import { FIRST_PAGE, reduceList, startList, type ListEvent, type ListState } from "./list-state";
import { hasLeft, listSearch, type ListFilter } from "@/lib/view/views";

const NEXT_PAGE = 100;
/** Polling covers this many rows; of those that lie deeper the stream tells. */
const POLLED_MAX = 200;

interface KeyedList {
  key: string;
  state: ListState;
}
type KeyedEvent = { key: string; event: ListEvent } | { key: string; head: ShownList };

function reduceKeyed(current: KeyedList, incoming: KeyedEvent): KeyedList {
  if ("head" in incoming) {
    if (incoming.key !== current.key) return { key: incoming.key, state: startList(incoming.head) };
    return moved(current, { type: "refreshed", list: incoming.head });
  }
  return incoming.key === current.key ? moved(current, incoming.event) : current;
}

function moved(current: KeyedList, event: ListEvent): KeyedList {
  const state = reduceList(current.state, event);
  return state === current.state ? current : { key: current.key, state };
}

const readList = async (search: URLSearchParams | string, signal?: AbortSignal): Promise<ShownList> =>
  listForPage(await getJson<ActionList>(`/api/proposed-actions?${search}`, signal));

/** The rows of one filter, polled and paged by key; null while the first page of another filter is on its way. */
export function useActionList(filter: ListFilter, initial: { filter: ListFilter; list: ShownList }) {
  const key = JSON.stringify(filter);
  const initialKey = JSON.stringify(initial.filter);
  const [current, dispatch] = useReducer(reduceKeyed, initial, (start) => ({
    key: initialKey,
    state: startList(start.list),
  }));
  const state = current.key === key ? current.state : null;
  const polledRows = Math.min(POLLED_MAX, Math.max(FIRST_PAGE, state?.items.length ?? 0));
  const limit = useRef(polledRows);
  useEffect(() => {
    limit.current = polledRows;
  }, [polledRows]);

  const head = useQuery({
    queryKey: ["list", key],
    queryFn: ({ signal }) => readList(listSearch(filter, { limit: limit.current }), signal),
    refetchInterval: POLL_MS,
    ...(key === initialKey ? { initialData: initial.list } : {}),
  });
  useEffect(() => {
    if (head.data) dispatch({ key, head: head.data });
  }, [head.data, key]);

  useChanges((change) => {
    const { id, status } = change;
    const at = state?.items.findIndex((item) => item.id === id) ?? -1;
    if (at < 0) return;
    if (hasLeft(filter.view, status)) dispatch({ key, event: { type: "row_gone", change } });
    else if (at >= polledRows)
      void readRow(id).then(
        (row) => dispatch({ key, event: { type: "row_read", row } }),
        // It is read again when it is opened.
        () => undefined,
      );
  });

  const [moreError, setMoreError] = useState<unknown>(null);
  const loading = useRef<string | null>(null);
  const cursor = state?.nextCursor ?? null;
  const loadMore = useCallback(async () => {
    if (cursor === null || loading.current === cursor) return;
    loading.current = cursor;
    setMoreError(null);
    try {
      const list = await readList(listSearch(filter, { cursor, limit: NEXT_PAGE }));
      dispatch({ key, event: { type: "page_loaded", list } });
    } catch (error) {
      loading.current = null;
      setMoreError(error);
    }
  }, [cursor, filter, key]);

  // A page of a search may be short though others follow; no scrolling asks for them.
  const isShort = cursor !== null && (state?.items.length ?? 0) < FIRST_PAGE;
  useEffect(() => {
    if (!isShort) return undefined;
    const frame = requestAnimationFrame(() => void loadMore());
    return () => cancelAnimationFrame(frame);
  }, [isShort, loadMore]);

  const send = useCallback((event: ListEvent) => dispatch({ key, event }), [key]);
  useDeepRows({
    head: head.data ?? null,
    readAt: head.dataUpdatedAt,
    rows: state?.items.length ?? 0,
    readPage: (page, pageRows) => readList(listSearch(filter, { cursor: page, limit: pageRows })),
    send,
  });
  return { state, error: head.error, retry: head.refetch, loadMore, moreError, send };
}
