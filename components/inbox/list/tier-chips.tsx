"use client";
import { memo } from "react";
import { useOverview } from "@/components/data/overview";
import { cn } from "@/components/ui/cn";
import { RISK_TIERS, tierLabel, type RiskTier } from "@/lib/core/action/risk-tier";
import type { ListFilter } from "@/lib/view/views";
import type { SetFilter } from "./use-filter";

interface TierChipsProps {
  filter: ListFilter;
  setFilter: SetFilter;
}

/** One tier or all of them, with how many wait in each. */
export const TierChips = memo(function TierChips({ filter, setFilter }: TierChipsProps) {
  const { overview } = useOverview();
  const counted = filter.view === "pending";
  const count = (tier: RiskTier) => overview.pending.by_tier.find((row) => row.tier === tier)?.count ?? 0;
  return (
    <fieldset
      aria-label="Filter by tier"
      className="flex min-w-0 shrink-0 gap-1.5 overflow-x-auto border-b px-3.5 py-2 short:py-1.5 [mask-image:linear-gradient(to_right,black_calc(100%-28px),transparent)] [scrollbar-width:none]"
    >
      <Chip
        name="All"
        count={counted ? overview.pending.total : null}
        on={filter.tier === null}
        onPick={() => setFilter({ tier: null })}
      />
      {RISK_TIERS.toReversed().map((tier) => (
        <Chip
          key={tier}
          tier={tier}
          name={tierLabel(tier)}
          count={counted ? count(tier) : null}
          on={filter.tier === tier}
          onPick={() => setFilter({ tier: filter.tier === tier ? null : tier })}
        />
      ))}
    </fieldset>
  );
});

interface ChipProps {
  name: string;
  count: number | null;
  on: boolean;
  onPick: () => void;
  tier?: RiskTier;
}

function Chip({ name, count, on, onPick, tier }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      data-tier={tier}
      onClick={onPick}
      className={cn(
        "inline-flex min-h-7 shrink-0 items-center gap-1.5 rounded-full border bg-panel px-2.5 text-xs whitespace-nowrap text-ink-2 hover:border-line-strong max-md:min-h-11 max-md:px-3.5",
        on && "border-ink! font-medium text-ink!",
      )}
    >
      {tier && <span aria-hidden className="size-2 rounded-[3px] bg-tier" />}
      {name}
      {count !== null && <b className="font-mono text-2xs font-semibold">{count.toLocaleString("en-US")}</b>}
    </button>
  );
}
