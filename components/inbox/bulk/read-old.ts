import type { QueryClient } from "@tanstack/react-query";
import { hasRecord } from "@/components/action/decide/fresh-reading";
import { liveKey } from "@/components/data/actions";
import { readingFailure } from "@/components/data/get-json";
import { readAt, readRecords } from "@/components/data/live-readings";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { LiveView } from "@/lib/contract/actions/live-view";
import { LIVE_READINGS_MAX } from "@/lib/core/limits";
import type { Readings } from "./bulk-words";

interface Reading {
  olderThanMs: number;
  signal: AbortSignal;
  /** How many are still to be read. */
  onLeft: (count: number) => void;
}

/** NetSuite may be so slow that the first readings of a round are old again at its end. */
const roundsMax = 3;

/**
 * Reads the records whose reading is old, and reads again those that grow old meanwhile, in three rounds at most. The requests
 * run one after the other, and each costs one request to NetSuite. A record that could not be read gets an `unreadable`
 * reading.
 */
export async function readOld(
  actions: readonly ActionSummary[],
  queries: QueryClient,
  { olderThanMs, signal, onLeft }: Reading,
): Promise<Readings> {
  const ids = actions.filter(hasRecord).map(({ id }) => id);
  for (let round = 0; round < roundsMax && !signal.aborted; round += 1) {
    const old = ids.filter((id) => Date.now() - readAt(id, queries) > olderThanMs);
    if (old.length === 0) break;
    for (let at = 0; at < old.length && !signal.aborted; at += LIVE_READINGS_MAX) {
      onLeft(old.length - at);
      await readBatch(old.slice(at, at + LIVE_READINGS_MAX), queries, signal);
    }
  }
  onLeft(0);
  return new Map(
    ids.flatMap((id) => {
      const live = queries.getQueryData<LiveView>(liveKey(id));
      return live ? [[id, live] as const] : [];
    }),
  );
}

async function readBatch(ids: readonly number[], queries: QueryClient, signal: AbortSignal): Promise<void> {
  await readRecords(ids, queries, signal).catch((error: unknown) => {
    const unreadable = {
      state: "unreadable",
      reason: readingFailure(error),
      why_not_approvable: null,
    } as const;
    if (!signal.aborted) for (const id of ids) queries.setQueryData<LiveView>(liveKey(id), unreadable);
  });
}
