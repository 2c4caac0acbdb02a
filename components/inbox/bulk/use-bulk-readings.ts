"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { hasRecord } from "@/components/action/decide/fresh-reading";
import { LIVE_FRESH_MS, liveKey } from "@/components/data/actions";
import { readingFailure } from "@/components/data/get-json";
import { readAt, readRecords } from "@/components/data/live-readings";
import type { ActionSummary } from "@/lib/contract/action-view";
import { LIVE_READINGS_MAX, type LiveView } from "@/lib/contract/live-view";
import { beginReview, type BulkReview, lookAgainAt } from "./bulk-review";
import type { BulkChoice, Readings } from "./bulk-words";

/** A list is read for a while before it is approved, so its readings are younger than a tap demands. */
const oldBeforeReadingMs = LIVE_FRESH_MS / 3;

/**
 * A bulk approval beside the records as they are now: they are read before its list is shown, and once more before it is sent
 * where a reading is older than 30 seconds by then.
 */
export function useBulkReadings(choice: BulkChoice) {
  const queries = useQueryClient();
  const [reviewed, setReviewed] = useState<BulkReview | null>(null);
  const [left, setLeft] = useState(choice.approvable.length);
  useEffect(() => {
    const stop = new AbortController();
    const show = async () => {
      const readings = await readOld(choice.approvable, queries, {
        olderThanMs: oldBeforeReadingMs,
        signal: stop.signal,
        onLeft: setLeft,
      });
      if (!stop.signal.aborted) setReviewed(beginReview(choice, readings));
    };
    void show();
    return () => stop.abort();
  }, [choice, queries]);

  // Layout: it aborts in the commit that takes the dialog away, before an answer can come between.
  const closing = useRef(new AbortController());
  useLayoutEffect(() => {
    const here = new AbortController();
    closing.current = here;
    return () => here.abort();
  }, []);
  /** True: it may be sent as it stands. False: a record has changed and the list says so now, or the dialog was closed. */
  const lookAgain = async (): Promise<boolean> => {
    if (!reviewed) return false;
    const { signal } = closing.current;
    const readings = await readOld(reviewed.choice.approvable, queries, {
      olderThanMs: LIVE_FRESH_MS,
      signal,
      onLeft: setLeft,
    });
    if (signal.aborted) return false;
    const again = lookAgainAt(reviewed, choice, readings);
    setReviewed(again);
    return again === reviewed;
  };
  return { reviewed, left, lookAgain };
}

interface Reading {
  olderThanMs: number;
  signal: AbortSignal;
  /** How many are still to be read. */
  onLeft: (count: number) => void;
}

/** One request after the other, each of them one of NetSuite's. What could not be read says so in its place. */
async function readOld(
  actions: readonly ActionSummary[],
  queries: QueryClient,
  { olderThanMs, signal, onLeft }: Reading,
): Promise<Readings> {
  const ids = actions.filter(hasRecord).map(({ id }) => id);
  const old = ids.filter((id) => Date.now() - readAt(id, queries) > olderThanMs);
  for (let at = 0; at < old.length && !signal.aborted; at += LIVE_READINGS_MAX) {
    onLeft(old.length - at);
    const batch = old.slice(at, at + LIVE_READINGS_MAX);
    await readRecords(batch, queries, signal).catch((error: unknown) => {
      const unreadable = {
        state: "unreadable",
        reason: readingFailure(error),
        why_not_approvable: null,
      } as const;
      if (!signal.aborted) for (const id of batch) queries.setQueryData<LiveView>(liveKey(id), unreadable);
    });
  }
  onLeft(0);
  return new Map(
    ids.flatMap((id) => {
      const live = queries.getQueryData<LiveView>(liveKey(id));
      return live ? [[id, live] as const] : [];
    }),
  );
}
