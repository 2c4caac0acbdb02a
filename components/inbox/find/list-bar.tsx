"use client";
import { Icon } from "@/components/ui/icons/icon";
import type { IconName } from "@/components/ui/icons/icon-names";
import { useViewer } from "@/components/data/viewer";
import { cn } from "@/components/ui/cn";
import { type ListSort, usualSort } from "@/lib/core/action/list-order";
import { csvSearch, SORT_WORDS, sortsOf, type ListFilter } from "@/lib/view/views";
import type { Density } from "./density";
import { type Find, FindButtons } from "./find-buttons";
import type { SetFilter } from "./use-filter";

interface ListBarProps {
  filter: ListFilter;
  setFilter: SetFilter;
  find: Find;
  density: Density | null;
  onDensity: (density: Density) => void;
  /** Called before the list is read in that order; null: the usual one. */
  onSort: (sort: ListSort | null) => void;
}

const button =
  "grid h-8 w-8 place-items-center rounded-md text-ink-3 hover:text-ink max-md:size-11 short:max-md:size-9";

/** How the list is sorted, how its rows look, and the whole of it as a file. */
export function ListBar({ filter, setFilter, find, density, onDensity, onSort }: ListBarProps) {
  const { seesContent } = useViewer();
  const sorts = sortsOf(filter.view, seesContent);
  const usual = usualSort(filter.view);
  const sort = filter.sort !== null && sorts.includes(filter.sort) ? filter.sort : usual;
  return (
    <div className="flex min-w-0 shrink-0 items-center gap-1 border-b px-3 py-0.5 max-md:py-0">
      <label className="relative flex min-h-7 min-w-0 items-center gap-1 rounded-md px-1.5 text-xs text-ink-2 hover:bg-sunken hover:text-ink has-[select:focus-visible]:ring-2 has-[select:focus-visible]:ring-accent max-md:min-h-11 max-md:text-sm short:max-md:min-h-9">
        <span className="truncate" aria-hidden>
          {SORT_WORDS[sort]}
        </span>
        <Icon name="chevron-down" className="size-3.5 shrink-0" />
        <select
          aria-label="Sort"
          value={sort}
          onChange={(event) => {
            const chosen = event.target.value as ListSort;
            const change = chosen === usual ? null : chosen;
            onSort(change);
            setFilter({ sort: change });
          }}
          className="absolute inset-0 cursor-pointer opacity-0 max-md:text-[16px]"
        >
          {sorts.map((name) => (
            <option key={name} value={name}>
              {SORT_WORDS[name]}
            </option>
          ))}
        </select>
      </label>
      <span className="flex-1" />
      <fieldset aria-label="Rows or cards" className="flex">
        <Look is="rows" icon="rows-3" name="Rows" density={density} onDensity={onDensity} />
        <Look is="cards" icon="layout-list" name="Cards" density={density} onDensity={onDensity} />
      </fieldset>
      <a
        href={`/api/proposed-actions.csv?${csvSearch(filter)}`}
        download
        aria-label="Download this list as CSV"
        title="Download this list as CSV"
        className={button}
      >
        <Icon name="download" className="size-4" />
      </a>
      <FindButtons find={find} className="md:hidden" />
    </div>
  );
}

interface LookProps {
  is: Density;
  icon: IconName;
  name: string;
  density: Density | null;
  onDensity: (density: Density) => void;
}

function Look({ is, icon, name, density, onDensity }: LookProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={density === is}
      onClick={() => onDensity(is)}
      className={cn(button, density === is && "text-ink!")}
    >
      <span
        className={cn(
          "grid h-7 w-8 place-items-center rounded-md",
          density === is && "bg-panel ring-1 ring-line-strong ring-inset",
        )}
      >
        <Icon name={icon} className="size-4" />
      </span>
    </button>
  );
}
