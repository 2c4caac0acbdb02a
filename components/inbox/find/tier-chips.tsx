"use client";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { RISK_TIERS, tierLabel } from "@/lib/core/action/risk-tier";
import { countText } from "@/lib/view/words";
import type { ListFilter } from "@/lib/view/views";
import type { SetFilter } from "./use-filter";
import { useListCounts } from "./use-list-counts";

interface TierChipsProps {
  filter: ListFilter;
  setFilter: SetFilter;
}

/** One tier or all of them, all in view at every width, with how many the list holds of each under its other filters. */
export const TierChips = memo(function TierChips({ filter, setFilter }: TierChipsProps) {
  const counts = useListCounts(filter);
  const more = counts?.by_tier.some((row) => row.more) ?? false;
  return (
    <fieldset
      aria-label="Filter by tier"
      className="@container min-w-0 shrink-0 border-b px-3 py-2 short:py-1.5"
    >
      <div className="grid grid-cols-[1.1fr_repeat(5,minmax(0,1fr))] gap-1">
        <Chip
          name="All"
          count={counts ? chipCount(counts.total, more) : null}
          on={filter.tier === null && filter.tier_max === null}
          onPick={() => setFilter({ tier: null, tier_max: null })}
        />
        {RISK_TIERS.toReversed().map((tier) => {
          const row = counts?.by_tier.find((entry) => entry.tier === tier);
          return (
            <Chip
              key={tier}
              tier={tier}
              name={tierLabel(tier)}
              count={counts ? chipCount(row?.count ?? 0, row?.more ?? false) : null}
              on={filter.tier === tier || isUpTo(filter, tier)}
              onPick={() => setFilter({ tier: filter.tier === tier ? null : tier, tier_max: null })}
            />
          );
        })}
      </div>
    </fieldset>
  );
});

/** True if the filter covers several tiers up to this one, as a link of a digest does. */
const isUpTo = ({ tier: only, tier_max: max }: ListFilter, tier: number): boolean =>
  only === null && max !== null && tier <= max;

/** `999`, `9k+`: a chip has room for four letters. */
const chipCount = (count: number, more: boolean): string =>
  count < 1_000
    ? countText(count, more)
    : `${Math.floor(count / 1_000)}k${more || count % 1_000 > 0 ? "+" : ""}`;

interface ChipProps {
  /** `L4 High`: its first word stands on the chip, all of it in the name. */
  name: string;
  /** Null: not known yet. Its place is kept. */
  count: string | null;
  on: boolean;
  onPick: () => void;
  tier?: number;
}

function Chip({ name, count, on, onPick, tier }: ChipProps) {
  const [short, ...rest] = name.split(" ");
  return (
    <button
      type="button"
      aria-pressed={on}
      data-tier={tier}
      title={name}
      onClick={onPick}
      className={cn(
        "relative flex min-h-8 min-w-0 items-center justify-center rounded-lg border bg-panel px-0.5 text-xs whitespace-nowrap text-ink-2 hover:border-line-strong max-md:min-h-11",
        "gap-1.5 @max-[25rem]:flex-col @max-[25rem]:gap-0",
        on && "border-ink! bg-ink! font-medium text-bg!",
      )}
    >
      <span className="flex items-center gap-1">
        {tier && <span aria-hidden className="size-2 shrink-0 rounded-[3px] bg-tier" />}
        {short}
        <span className="sr-only"> {rest.join(" ")}</span>
      </span>{" "}
      <b className="min-w-[1ch] font-mono text-2xs leading-4 font-semibold tracking-tighter">
        {count ?? "\u00a0"}
      </b>
    </button>
  );
}
