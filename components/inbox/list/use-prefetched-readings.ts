"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { LIVE_FRESH_MS, liveKey } from "@/components/data/actions";
import { readAt, readRecords } from "@/components/data/live-readings";
import type { DecisionState } from "@/components/action/decide/decisions";
import { hasRecord } from "@/components/action/decide/fresh-reading";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { stillWaits } from "./list-state";

const aheadMax = 5;
/** A list that is walked through asks nothing: its reader has to rest. */
const restMs = 400;
const checkEveryMs = 5_000;
/** Read again a little before a reading stops counting. */
const oldAfterMs = LIVE_FRESH_MS - 2 * checkEveryMs;
/** Somebody who has not touched the page for so long does not look at it. */
const awayAfterMs = 60_000;
const signsOfLife = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"] as const;

/** The actions whose records are read ahead: the next ones that still wait, from the one that is shown. */
export function nextToRead(
  items: readonly ActionSummary[],
  shownId: number | null,
  states: ReadonlyMap<number, DecisionState>,
): number[] {
  const from = Math.max(
    0,
    items.findIndex(({ id }) => id === shownId),
  );
  return items
    .slice(from)
    .filter((item) => stillWaits(item, states.get(item.id)) && hasRecord(item))
    .slice(0, aheadMax)
    .map(({ id }) => id);
}

/**
 * Keeps the readings of the next cards fresh, so that a tap need not wait for NetSuite. Politely: one request at a time for
 * all of them, which is one of NetSuite's, and only while somebody who may decide looks at the page.
 */
export function usePrefetchedReadings(ids: readonly number[], enabled: boolean): void {
  const queries = useQueryClient();
  const wanted = ids.join(",");
  const seenAt = useRef(0);
  useEffect(() => {
    const seen = () => void (seenAt.current = Date.now());
    seen();
    for (const sign of signsOfLife) window.addEventListener(sign, seen, { passive: true });
    return () => {
      for (const sign of signsOfLife) window.removeEventListener(sign, seen);
    };
  }, []);
  useEffect(() => {
    if (!enabled || wanted === "") return;
    const stop = new AbortController();
    let isReading = false;
    const isOld = (id: number) => {
      const isFetching = queries.getQueryState(liveKey(id))?.fetchStatus === "fetching";
      return !isFetching && Date.now() - readAt(id, queries) > oldAfterMs;
    };
    const read = async () => {
      if (isReading || document.hidden || Date.now() - seenAt.current > awayAfterMs) return;
      const old = wanted.split(",").map(Number).filter(isOld);
      if (old.length === 0) return;
      isReading = true;
      try {
        await readRecords(old, queries, stop.signal);
      } catch {
        // The decision reads the record itself.
      } finally {
        isReading = false;
      }
    };
    const first = setTimeout(() => void read(), restMs);
    const next = setInterval(() => void read(), checkEveryMs);
    return () => {
      clearTimeout(first);
      clearInterval(next);
      stop.abort();
    };
  }, [queries, wanted, enabled]);
}
