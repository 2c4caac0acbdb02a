"use client";
import { useRead } from "@/components/data/use-read";
import type { HistoryChoices } from "@/lib/contract/actions/list-query";
import { ENDED_STATUSES } from "@/lib/core/action/list-order";
import { STATUS_WORDS } from "@/lib/view/action/status-words";
import type { ListFilter } from "@/lib/view/views";
import { FILTER_FIELD, FilterChoice } from "./filter-choice";
import type { SetFilter } from "./use-filter";

const readAgainMs = 5 * 60_000;
/** The same status ends what was withdrawn and, after its approval, cancelled. */
const outcomeWords = { ...STATUS_WORDS, cancelled: "Withdrawn or cancelled" };

interface HistoryFiltersProps {
  filter: ListFilter;
  setFilter: SetFilter;
}

/** Narrow the history by how it ended, who decided it and when: days of the company's time zone. */
export function HistoryFilters({ filter, setFilter }: HistoryFiltersProps) {
  const { data } = useRead<HistoryChoices>(["history-choices"], "/api/proposed-actions/choices", {
    refetchInterval: false,
    staleTime: readAgainMs,
  });
  const people = data?.deciders ?? [];
  const timeZone = data?.time_zone ?? "the company's time zone";
  const deciders = [
    ...people.map(({ id, name }) => [String(id), name] as const),
    ["policy", "A standing authorisation"] as const,
  ];
  const chosen = filter.decided_by;
  if (chosen !== null && !deciders.some(([id]) => id === chosen)) deciders.push([chosen, `Person ${chosen}`]);
  return (
    <>
      <FilterChoice
        label="Outcome"
        any="Any outcome"
        value={filter.outcome}
        choices={ENDED_STATUSES.map((status) => [status, outcomeWords[status]])}
        onChoose={(outcome) => setFilter({ outcome: outcome as ListFilter["outcome"] })}
      />
      <FilterChoice
        label="Decided by"
        any="By anybody"
        value={chosen}
        choices={deciders}
        onChoose={(decider) => setFilter({ decided_by: decider })}
      />
      <div className="col-span-full grid grid-cols-2 gap-3">
        <Day
          name="From"
          value={filter.from}
          zone={timeZone}
          max={filter.to}
          onChoose={(from) => setFilter({ from })}
        />
        <Day
          name="To"
          value={filter.to}
          zone={timeZone}
          min={filter.from}
          onChoose={(to) => setFilter({ to })}
        />
      </div>
    </>
  );
}

interface DayProps {
  name: string;
  value: string | null;
  zone: string;
  min?: string | null;
  max?: string | null;
  onChoose: (day: string | null) => void;
}

function Day({ name, value, zone, min, max, onChoose }: DayProps) {
  return (
    <label className="flex min-w-0 items-center gap-1.5 text-xs text-ink-2 max-md:text-sm">
      <span className="shrink-0">{name}</span>
      <input
        type="date"
        aria-label={`${name}, day in ${zone}`}
        title={`Ended ${name.toLowerCase()} this day on, in ${zone}`}
        value={value ?? ""}
        min={min ?? undefined}
        max={max ?? undefined}
        onChange={(event) => onChoose(event.target.value || null)}
        className={`${FILTER_FIELD} w-full`}
      />
    </label>
  );
}
