"use client";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { createRequired } from "@/components/state/required-context";
import { useRead } from "./use-read";

/** The layout's server component reads the first one, so that the first paint has its figures. */
export const [InitialOverview, useInitialOverview] = createRequired<Overview>("InitialOverview");

export function useOverview() {
  const initial = useInitialOverview();
  const { data: overview = initial, error } = useRead<Overview>(["overview"], "/api/overview", {
    initialData: initial,
  });
  return { overview, error };
}
