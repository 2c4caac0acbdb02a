"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { LIVE_FRESH_MS } from "@/components/data/actions";
import { beginReview, type BulkReview, lookAgainAt } from "./bulk-review";
import type { BulkChoice } from "./bulk-words";
import { readOld } from "./read-old";

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
