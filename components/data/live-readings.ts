import type { QueryClient } from "@tanstack/react-query";
import type { LiveReadings } from "@/lib/contract/actions/live-view";
import { liveKey } from "./actions";
import { getJson } from "./get-json";

/** Several records in one request. Each reading is kept, unless its record was read by itself meanwhile: that one is newer. */
export async function readRecords(
  ids: readonly number[],
  queries: QueryClient,
  signal: AbortSignal,
): Promise<void> {
  const askedAt = Date.now();
  const { items } = await getJson<LiveReadings>(`/api/live-readings?ids=${ids.join(",")}`, signal);
  for (const { id, live } of items) {
    if (readAt(id, queries) > askedAt) continue;
    queries.setQueryData(liveKey(id), live, { updatedAt: askedAt });
  }
}

/** In milliseconds since 1970; 0: never. */
export function readAt(id: number, queries: QueryClient): number {
  return queries.getQueryState(liveKey(id))?.dataUpdatedAt ?? 0;
}
