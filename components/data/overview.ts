"use client";
import { useQuery } from "@tanstack/react-query";
import type { Overview } from "@/lib/contract/overview";
import { getJson } from "./get-json";
import { createRequired } from "@/components/state/required-context";

export const POLL_MS = 10_000;

/** The layout's server component reads the first one, so that the first paint has its figures. */
export const [InitialOverview, useInitialOverview] = createRequired<Overview>("InitialOverview");

export function useOverview() {
  const initial = useInitialOverview();
  const query = useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => getJson<Overview>("/api/overview", signal),
    initialData: initial,
    refetchInterval: POLL_MS,
  });
  return { overview: query.data, error: query.error };
}
