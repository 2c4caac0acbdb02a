"use client";
import { Icon } from "@/components/ui/icons/icon";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { ActionLink } from "@/components/action/change/version-link";
import { FilterBar, FilterSelect } from "@/components/ui/filter-bar";
import type { JobFunctions } from "@/lib/contract/monitoring/jobs";
import { JOB_STATES, type JobFilter, jobFilterHref } from "@/lib/view/jobs/job-filter";
import { JOB_STATE_WORDS } from "@/lib/view/jobs/job-words";

const byClock = "started:clock";

interface JobFiltersProps {
  filter: JobFilter;
  functions: JobFunctions["functions"];
}

/** Filters by state, and by the starting event or the function; kept in the address. */
export function JobFilters({ filter, functions }: JobFiltersProps) {
  const router = useRouter();
  const names = new Set(functions.map((entry) => entry.name));
  if (filter.fn) names.add(filter.fn);
  const chosen = filter.fn ?? (filter.startedBy === "clock" ? byClock : "");
  const choose = (value: string) => {
    const change =
      value === "" || value === byClock
        ? { fn: null, startedBy: value === byClock ? ("clock" as const) : ("event" as const) }
        : { fn: value, startedBy: "event" as const };
    router.replace(jobFilterHref({ ...filter, ...change }));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <FilterBar
        label="Jobs by state"
        tabsClassName="max-md:gap-3.5"
        tabs={[null, ...JOB_STATES].map((status) => ({
          key: status ?? "any",
          name: status === null ? "Any state" : JOB_STATE_WORDS[status].title,
          href: jobFilterHref({ ...filter, status }),
          here: filter.status === status,
        }))}
      >
        {filter.actionId === null && (
          <FilterSelect label="Which jobs" value={chosen} onChoose={choose}>
            <option value="">Started by events</option>
            <option value={byClock}>Started by the clock</option>
            {names.size > 0 && (
              <optgroup label="One function">
                {[...names].map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
          </FilterSelect>
        )}
      </FilterBar>
      {filter.actionId !== null && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
          About <ActionLink id={filter.actionId} className="text-xs" />
          <Link
            href={jobFilterHref({ ...filter, actionId: null })}
            className="inline-flex min-h-8 items-center gap-1 rounded-lg border border-line-strong px-2 text-xs max-md:min-h-11"
          >
            <Icon name="x" className="size-3.5" /> Show all jobs
          </Link>
        </p>
      )}
    </div>
  );
}
