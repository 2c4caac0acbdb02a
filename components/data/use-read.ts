"use client";
import { type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { getJson } from "./get-json";

export const POLL_MS = 10_000;

/** A GET that is read again every ten seconds, unless its options say otherwise. */
export function useRead<T>(
  queryKey: QueryKey,
  path: string,
  options: Omit<UseQueryOptions<T>, "queryKey"> = {},
) {
  return useQuery<T>({
    queryKey,
    queryFn: ({ signal }) => getJson<T>(path, signal),
    refetchInterval: POLL_MS,
    ...options,
  });
}
