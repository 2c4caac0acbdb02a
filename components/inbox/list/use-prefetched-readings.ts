"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { LIVE_FRESH_MS, liveKey } from "@/components/data/actions";
import { readAt, readRecords } from "@/components/data/live-readings";
import { oldToRead } from "./next-to-read";

/** A list that is walked through asks nothing: its reader has to rest. */
const restMs = 400;
const checkEveryMs = 5_000;
/** Read again a little before a reading stops counting. */
const oldAfterMs = LIVE_FRESH_MS - 2 * checkEveryMs;
/** Somebody who has not touched the page for so long does not look at it. */
const awayAfterMs = 60_000;
const signsOfLife = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"] as const;

interface Ahead {
  /** In the order in which they will be shown. */
  ids: readonly number[];
  enabled: boolean;
  /** Somebody decides card after card: the next ones are read without a rest. */
  hurried: boolean;
}

/**
 * Keeps the readings of the next cards fresh, so that a press need not wait for NetSuite. Politely: one request at a time for
 * all of them, which is one of NetSuite's, and only while somebody who may decide looks at the page.
 */
export function usePrefetchedReadings({ ids, enabled, hurried }: Ahead): void {
  const queries = useQueryClient();
  const isPresent = usePresence();
  const wanted = ids.join(",");
  const latest = useRef(wanted);
  const isReading = useRef(false);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    stop.current = here;
    return () => here.abort();
  }, []);
  useEffect(() => {
    latest.current = wanted;
    if (!enabled || wanted === "") return;
    const isOld = (id: number) => {
      const isFetching = queries.getQueryState(liveKey(id))?.fetchStatus === "fetching";
      return !isFetching && Date.now() - readAt(id, queries) > oldAfterMs;
    };
    const read = async (): Promise<void> => {
      const old = oldToRead(latest.current.split(",").map(Number), isOld);
      if (isReading.current || document.hidden || !isPresent() || old.length === 0) return;
      isReading.current = true;
      // A hand that has gone on by the time it arrives comes back, or its cards are decided: it is not given up.
      // Where it fails the decision reads the record itself.
      await readRecords(old, queries, stop.current.signal).catch(() => undefined);
      isReading.current = false;
    };
    const first = setTimeout(() => void read(), hurried ? 0 : restMs);
    const next = setInterval(() => void read(), checkEveryMs);
    return () => {
      clearTimeout(first);
      clearInterval(next);
    };
  }, [queries, wanted, enabled, hurried, isPresent]);
}

/** Asks whether somebody has touched the page within a minute. */
function usePresence(): () => boolean {
  const seenAt = useRef(0);
  useEffect(() => {
    const seen = () => void (seenAt.current = Date.now());
    seen();
    for (const sign of signsOfLife) window.addEventListener(sign, seen, { passive: true });
    return () => {
      for (const sign of signsOfLife) window.removeEventListener(sign, seen);
    };
  }, []);
  return useCallback(() => Date.now() - seenAt.current <= awayAfterMs, []);
}
