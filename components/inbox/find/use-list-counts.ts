"use client";
import { keepPreviousData } from "@tanstack/react-query";
import { useOverview } from "@/components/data/overview";
import { useRead } from "@/components/data/use-read";
import { useWasIdle } from "@/components/ui/hand/use-was-idle";
import type { ListCounts } from "@/lib/contract/actions/list-query";
import { RISK_TIERS } from "@/lib/core/action/risk-tier";
import { countsSearch, isNarrowed, type ListFilter } from "@/lib/view/views";

/**
 * How many actions the list holds in each tier, whatever tier is chosen; null while they are counted for the first time.
 * Of everything that waits the overview knows it already.
 */
export function useListCounts(filter: ListFilter): ListCounts | null {
  const { overview } = useOverview();
  const known = filter.view === "pending" && !isNarrowed({ ...filter, tier: null });
  const search = countsSearch(filter).toString();
  const { data } = useRead<ListCounts>(["counts", search], `/api/proposed-actions/counts?${search}`, {
    // The first key comes before it.
    enabled: useWasIdle() && !known,
    placeholderData: keepPreviousData,
  });
  if (!known) return data ?? null;
  const { total, by_tier: tiers } = overview.pending;
  return {
    total,
    by_tier: RISK_TIERS.map((tier) => ({
      tier,
      count: tiers.find((row) => row.tier === tier)?.count ?? 0,
      more: false,
    })),
  };
}
