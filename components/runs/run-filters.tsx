"use client";
import { useRouter } from "next/navigation";
import { FilterBar, FilterChoice } from "@/components/ui/filter-bar";
import { TRIGGER_TYPES } from "@/lib/core/run/run";
import { RUN_STATES, RUN_STATE_NAMES, type RunFilter, runFilterHref } from "@/lib/view/runs/run-filter";
import { TRIGGER_NAMES } from "@/lib/view/runs/run-words";
import { RunSearch } from "./run-search";

/** A search, which status, how they began and of which workflow; kept in the address. */
export function RunFilters({ filter, workflows }: { filter: RunFilter; workflows: readonly string[] }) {
  const router = useRouter();
  const names = new Set(workflows);
  if (filter.workflow !== null) names.add(filter.workflow);
  const go = (change: Partial<RunFilter>) => router.replace(runFilterHref({ ...filter, ...change }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-2 [&>select]:mb-0 [&>select]:max-md:flex-1">
        <RunSearch value={filter.q} onSearch={(q) => go({ q })} />
        <FilterChoice
          label="Trigger"
          any="Any trigger"
          value={filter.trigger}
          options={TRIGGER_TYPES.map((type) => ({ value: type, name: TRIGGER_NAMES[type] }))}
          onChoose={(trigger) => go({ trigger })}
        />
        <FilterChoice
          label="Workflow"
          any="Any workflow"
          value={filter.workflow}
          options={[...names].map((name) => ({ value: name, name }))}
          onChoose={(workflow) => go({ workflow })}
        />
      </div>
      <FilterBar
        label="Runs by state"
        tabsClassName="max-md:gap-3.5"
        tabs={[null, ...RUN_STATE_NAMES].map((state) => ({
          key: state ?? "any",
          name: state === null ? "Any state" : RUN_STATES[state].name,
          href: runFilterHref({ ...filter, state }),
          here: filter.state === state,
        }))}
      >
        {null}
      </FilterBar>
    </div>
  );
}
