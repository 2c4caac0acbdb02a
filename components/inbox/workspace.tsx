/** This room is the inbox: list, cards, filters and bulk decisions. */
"use client";
import { useMemo } from "react";
import { DecisionFlow } from "@/components/action/decide/decision-flow";
import { DetailPane } from "@/components/action/detail/detail-pane";
import { AmendFlowProvider } from "@/components/action/amend/amend-flow";
import { UndoKey } from "@/components/action/amend/undo-key";
import { cn } from "@/components/ui/cn";
import { lazily } from "@/components/ui/lazily";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import type { ShownList } from "@/lib/view/action/as-shown";
import { NO_FILTERS, VIEW_WORDS, type ListFilter } from "@/lib/view/views";
import type { DensityChoice } from "./find/density";
import { keepOrder } from "./find/order";
import { useFind } from "./find/find-buttons";
import { ListBar } from "./find/list-bar";
import { ListHeader } from "./list/list-header";
import { ListPane } from "./list/list-pane";
import { TierChips } from "./find/tier-chips";
import { useDensity } from "./find/use-density";
import { type Bench, useWorkspace } from "./use-workspace";

const BulkBar = lazily(() => import("./bulk/bulk-bar").then((module) => module.BulkBar));
const FilterRow = lazily(() => import("./find/filter-row").then((module) => module.FilterRow));

interface WorkspaceProps {
  initial: { filter: ListFilter; list: ShownList };
  initialDetail: ActionDetail | null;
  density: DensityChoice;
}

/** List and detail side by side; on a phone the detail covers the list, which stays where it was. */
export function Workspace({ initial, initialDetail, density }: WorkspaceProps) {
  const bench = useWorkspace(initial);
  const { filter, openId, detailId, items, came, currentId, close, walk } = bench;
  const summary = useMemo(() => items.find((item) => item.id === detailId) ?? null, [items, detailId]);
  return (
    <DecisionFlow>
      <AmendFlowProvider>
        <UndoKey />
        <main className="grid h-full grid-cols-[minmax(0,1fr)] md:grid-cols-[clamp(272px,36%,460px)_minmax(0,1fr)]">
          <ListSide bench={bench} densityChoice={density} />
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
              onNext={walk.nextId === null ? null : walk.openNext}
            />
          </section>
        </main>
      </AmendFlowProvider>
    </DecisionFlow>
  );
}

/** The list with all that narrows it, above it at a desk and under the thumb on a phone; and the bar of a bulk decision. */
function ListSide({ bench, densityChoice }: { bench: Bench; densityChoice: DensityChoice }) {
  const { filter, setFilter, list, items, openId, shownId, checked, checkable, choosing, beside } = bench;
  const find = useFind(filter);
  const { density, choose } = useDensity(densityChoice);
  return (
    <section
      aria-label={VIEW_WORDS[filter.view].title}
      className={cn(
        // Where a low window has no room for all of it, its head is cut off and never the bar that decides.
        "flex min-h-0 min-w-0 flex-col md:border-r short:justify-end short:overflow-clip",
        // Clipped as well: an observer takes an invisible card for one in view.
        openId !== null && "max-md:invisible max-md:[clip-path:inset(100%)]",
      )}
    >
      <ListHeader
        filter={filter}
        setFilter={setFilter}
        find={find}
        choosing={choosing}
        onToggleChoosing={checkable ? bench.toggleChoosing : null}
        onOpen={bench.open}
      />
      <div className="grid shrink-0 grid-cols-[minmax(0,1fr)] max-md:order-last max-md:mt-auto max-md:border-t max-md:*:border-b-0">
        <TierChips filter={filter} setFilter={setFilter} />
        {find.filtersShown && <FilterRow filter={filter} setFilter={setFilter} items={items} />}
        <ListBar
          filter={filter}
          setFilter={setFilter}
          find={find}
          density={density}
          onDensity={choose}
          onSort={(sort) => keepOrder(densityChoice.cookie, filter.view, sort)}
        />
      </div>
      <ListPane
        key={JSON.stringify(filter)}
        filter={filter}
        list={list}
        selectedId={shownId}
        checked={checked}
        checkable={checkable}
        choosing={choosing}
        covered={!beside && openId !== null}
        onOpen={bench.open}
        onClearFilters={() => setFilter(NO_FILTERS)}
        rows={bench.rows}
        density={density}
      />
      {checked.used && <BulkBar selected={checked.selected} onClear={checked.clear} />}
    </section>
  );
}
