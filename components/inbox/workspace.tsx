/** This room is the inbox: list, cards, filters and bulk decisions. */
"use client";
import dynamic from "next/dynamic";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useDecisions } from "@/components/action/decide/decisions";
import { DecisionFlow } from "@/components/action/decide/decision-flow";
import { DetailPane } from "@/components/action/detail/detail-pane";
import { AmendFlowProvider } from "@/components/action/amend/amend-flow";
import { useViewer } from "@/components/data/viewer";
import { useKeys } from "@/components/keyboard/use-keys";
import { cn } from "@/components/ui/cn";
import { lazily } from "@/components/ui/lazily";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import type { ShownList } from "@/lib/view/action/as-shown";
import { mayDecide } from "@/lib/core/access/principal";
import { VIEW_WORDS, type ListFilter } from "@/lib/view/views";
import { ListHeader } from "./list/list-header";
import { ListPane } from "./list/list-pane";
import { TierChips } from "./list/tier-chips";
import { useActionList } from "./list/use-action-list";
import { useChecked } from "./bulk/use-checked";
import { useDepartures } from "./list/use-departures";
import { nextToRead, usePrefetchedReadings } from "./list/use-prefetched-readings";
import { useFilter } from "./list/use-filter";
import { useBeside, usePinned, useSelection } from "./use-selection";
import { useWalk } from "./use-walk";
import type { RowsHandle } from "./list/rows-contract";

const BulkBar = lazily(() => import("./bulk/bulk-bar").then((module) => module.BulkBar));
const FilterRow = dynamic(() => import("./list/filter-row").then((module) => module.FilterRow));

interface WorkspaceProps {
  initial: { filter: ListFilter; list: ShownList };
  initialDetail: ActionDetail | null;
}
const noItems: ShownList["items"] = [];

/** List and detail side by side; on a phone the detail covers the list, which stays where it was. */
export function Workspace({ initial, initialDetail }: WorkspaceProps) {
  const { filter, setFilter } = useFilter();
  const list = useActionList(filter, initial);
  const items = list.state?.items ?? noItems;
  const selection = useSelection();
  const { openId, selectedId, open, close } = selection;
  const beside = useBeside();
  const listKey = JSON.stringify(filter);
  const pinnedId = usePinned(listKey, list.state?.items ?? null);
  // On a desk something is always shown. On a phone the list alone is: reading a record nobody opened costs a request.
  const shownId = beside ? (selectedId ?? pinnedId) : openId;
  const came = selectedId === null ? "itself" : selection.came;
  // The row is marked at once; the pane beside it may follow a moment later.
  const detailId = useDeferredValue(shownId);
  const currentId = useRef(shownId);
  useEffect(() => {
    currentId.current = shownId;
  });
  const summary = useMemo(() => items.find((item) => item.id === detailId) ?? null, [items, detailId]);
  const checked = useChecked(items);
  const viewer = useViewer();
  const [wantsToChoose, setWantsToChoose] = useState(false);
  // A selection outlives the turn of a screen: its cards then offer no decision beside the bulk bar's.
  const choosing = wantsToChoose || (!beside && checked.checked.size > 0);
  const toggleChoosing = () => {
    setWantsToChoose(!choosing);
    if (choosing) checked.clear();
  };
  const [filtersShown, setFiltersShown] = useState(Boolean(filter.type ?? filter.agent ?? filter.customer));
  const rows = useRef<RowsHandle>(null);
  useDepartures(list.state);
  const { states } = useDecisions();
  const ahead = nextToRead(items, shownId, states);
  usePrefetchedReadings(ahead, mayDecide(viewer.role) && filter.view === "pending");

  const { move, nextId, openNext } = useWalk({ items, shownId, selection, rows });
  useKeys([
    { key: "j", run: () => move(1), repeats: true },
    { key: "k", run: () => move(-1), repeats: true },
    { key: "n", run: openNext },
    { key: "x", run: () => shownId !== null && checkable && checked.toggle(shownId) },
    { key: "shift+x", run: () => shownId !== null && checkable && checked.range(shownId) },
    { key: "Escape", run: () => (checked.checked.size > 0 ? checked.clear() : openId !== null && close()) },
  ]);
  const checkable = mayDecide(viewer.role) && filter.view === "pending";
  const clearFilters = () => setFilter({ tier: null, type: null, agent: null, customer: null, q: null });
  return (
    <DecisionFlow>
      <AmendFlowProvider>
        <main className="grid h-full grid-cols-[minmax(0,1fr)] md:grid-cols-[clamp(272px,36%,460px)_minmax(0,1fr)]">
          <section
            aria-label={VIEW_WORDS[filter.view].title}
            className={cn(
              "flex min-h-0 min-w-0 flex-col md:border-r",
              // Clipped as well: an observer takes an invisible card for one in view.
              openId !== null && "max-md:invisible max-md:[clip-path:inset(100%)]",
            )}
          >
            <ListHeader
              filter={filter}
              setFilter={setFilter}
              filtersShown={filtersShown}
              onToggleFilters={() => setFiltersShown(!filtersShown)}
              choosing={choosing}
              onToggleChoosing={checkable ? toggleChoosing : null}
            />
            <TierChips filter={filter} setFilter={setFilter} />
            {filtersShown && <FilterRow filter={filter} setFilter={setFilter} items={items} />}
            <ListPane
              key={listKey}
              filter={filter}
              list={list}
              selectedId={shownId}
              checked={checked}
              checkable={checkable}
              choosing={choosing}
              covered={!beside && openId !== null}
              onOpen={open}
              onClearFilters={clearFilters}
              rows={rows}
            />
            {checked.used && <BulkBar selected={checked.selected} onClear={checked.clear} />}
          </section>
          <section
            aria-label="Action"
            data-detail
            className={cn(
              "flex min-h-0 min-w-0 flex-col bg-bg max-md:absolute max-md:inset-0 max-md:z-30",
              openId === null && "max-md:hidden",
            )}
          >
            <DetailPane
              id={detailId}
              came={came}
              summary={summary}
              currentId={currentId}
              initial={initialDetail}
              onBack={close}
              backTo={VIEW_WORDS[filter.view].name}
              onNext={nextId === null ? null : openNext}
            />
          </section>
        </main>
      </AmendFlowProvider>
    </DecisionFlow>
  );
}
