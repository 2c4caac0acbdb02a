"use client";
import { type ReactNode, useMemo } from "react";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { createRequired } from "@/components/state/required-context";
import { useRead } from "./use-read";

interface Read {
  overview: Overview;
  /** The error of the last read. The figures stay unchanged after it. */
  error: Error | null;
}

const [OverviewContext, useOverview] = createRequired<Read>("OverviewProvider");
export { useOverview };

/** `initial`: read by the layout's server component, so that the first paint has its figures. One reader for the whole page. */
export function OverviewProvider({ initial, children }: { initial: Overview; children: ReactNode }) {
  const { data: overview = initial, error } = useRead<Overview>(["overview"], "/api/overview", {
    initialData: initial,
  });
  const read = useMemo(() => ({ overview, error }), [overview, error]);
  return <OverviewContext value={read}>{children}</OverviewContext>;
}
