"use client";
import { useRouter } from "next/navigation";
import { FilterBar, FilterSelect } from "@/components/ui/filter-bar";
import { RUN_STATES, RUN_STATE_NAMES, type RunFilter, runFilterHref } from "@/lib/view/runs/run-filter";

/** Which status, and of which workflow; kept in the address. */
export function RunFilters({ filter, workflows }: { filter: RunFilter; workflows: readonly string[] }) {
  const router = useRouter();
  const names = new Set(workflows);
  if (filter.workflow !== null) names.add(filter.workflow);
  return (
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
      <FilterSelect
        label="Of which workflow"
        value={filter.workflow ?? ""}
        onChoose={(workflow) => router.replace(runFilterHref({ ...filter, workflow: workflow || null }))}
      >
        <option value="">Of every workflow</option>
        {[...names].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </FilterSelect>
    </FilterBar>
  );
}
