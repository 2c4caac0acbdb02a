"use client";
import { useEffect, useRef } from "react";
import { useGaps, useIsLive } from "@/components/data/live/live-updates";
import type { ShownList } from "@/lib/view/action/as-shown";
import type { ListEvent } from "./list-state";

const PAGE = 200;
/** The next reading goes on where this one stopped. */
const PAGES_MAX = 10;

interface DeepRows {
  /** The newest first page, and when it was read. */
  head: ShownList | null;
  readAt: number;
  /** Loaded so far. */
  rows: number;
  readPage: (cursor: string, limit: number) => Promise<ShownList>;
  send: (event: ListEvent) => void;
}

/**
 * Reads again the rows that no poll reaches: after a gap in the stream, and with each poll while there is no stream to tell of
 * them.
 */
export function useDeepRows({ readAt, ...list }: DeepRows): void {
  const live = useIsLive();
  const reading = useRef(false);
  const next = useRef<{ cursor: string; covered: number } | null>(null);
  const missed = useRef(false);
  const readFor = useRef(0);
  const latest = useRef({ ...list, live });
  useEffect(() => {
    latest.current = { ...list, live };
  });
  // The first page is read again after a gap, and this follows it.
  useGaps(() => {
    missed.current = true;
  });
  useEffect(() => {
    if (readFor.current === readAt) return;
    readFor.current = readAt;
    const { head, rows, readPage, send, live: isLive } = latest.current;
    if (!head?.next_cursor || rows <= head.items.length || reading.current) return;
    if (isLive && !missed.current && !next.current) return;
    missed.current = false;
    reading.current = true;
    const start = next.current ?? { cursor: head.next_cursor, covered: head.items.length };
    void readOn(start, { rows, readPage, send })
      .then(
        (stopped) => (next.current = stopped),
        // The next poll tries again.
        () => (missed.current = true),
      )
      .finally(() => (reading.current = false));
  }, [readAt]);
}

/** Null: it came to the last row. */
async function readOn(
  start: { cursor: string; covered: number },
  { rows, readPage, send }: Omit<DeepRows, "head" | "readAt">,
): Promise<{ cursor: string; covered: number } | null> {
  let { cursor, covered } = start;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const list = await readPage(cursor, PAGE);
    send({ type: "page_refreshed", list });
    covered += list.items.length;
    if (list.next_cursor === null || covered >= rows) return null;
    cursor = list.next_cursor;
  }
  return { cursor, covered };
}
