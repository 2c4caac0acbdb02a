"use client";
import { ArrowUp } from "lucide-react";
import { type ComponentProps, useCallback, useEffect, useRef, type RefObject } from "react";
import { ReadFailure } from "@/components/data/read-failure";
import { useViewer } from "@/components/data/viewer";
import { useDecisions } from "@/components/action/decide/decisions";
import { Button } from "@/components/ui/button";
import { verdictOn } from "@/components/ui/hand/arrivals";
import { useArrival, useRefusal } from "@/components/ui/hand/use-guard";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { VIEW_WORDS, type ListFilter } from "@/lib/view/views";
import { ActionCard } from "@/components/inbox/card/action-card";
import type { useActionList } from "./use-action-list";
import type { Checked } from "@/components/inbox/bulk/use-checked";
import { Rows } from "./rows";
import type { RowsHandle } from "./rows-contract";
import { useHandOn } from "./use-hand-on";
import { useLeaving } from "./use-leaving";
import { useShifts } from "./use-shifts";

interface ListPaneProps {
  filter: ListFilter;
  list: ReturnType<typeof useActionList>;
  selectedId: number | null;
  checked: Checked;
  checkable: boolean;
  choosing: boolean;
  /** The detail covers the list. */
  covered: boolean;
  onOpen: (id: number) => void;
  onClearFilters: () => void;
  rows: RefObject<RowsHandle | null>;
}

const noItems: never[] = [];
const SEARCH_WORDS = "Content is hidden from viewers: a search looks at references, agents and ids alone.";

/** The rows themselves, and words for when there are none yet, none at all, or none to be had. */
export function ListPane({
  filter,
  list,
  selectedId,
  checked,
  checkable,
  choosing,
  covered,
  onOpen,
  onClearFilters,
  rows,
}: ListPaneProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { states, dismiss } = useDecisions();
  const hand = useHandOn(scroller, covered);
  const { state, send } = list;
  const waiting = state?.incoming.length ?? 0;
  const quiet = hand.on === "away" && hand.atTop;
  useEffect(() => {
    if (quiet && waiting > 0) send({ type: "incoming_shown" });
  }, [quiet, waiting, send]);

  const leave = useCallback(
    (id: number) => {
      send({ type: "row_left", id });
      dismiss(id);
    },
    [send, dismiss],
  );
  useLeaving({ items: state?.items ?? noItems, hand: hand.on, scroller, leave });

  // Armed anew whenever rows have moved, by themselves or because of a banner.
  const moves = (state?.moves ?? 0) + useShifts(scroller);
  const arrival = useArrival(
    state === null ? "loading" : moves,
    state !== null && moves === 0 ? "reader" : covered ? "unseen" : "itself",
  );
  const { refusal, refuse } = useRefusal(arrival);
  const { range: checkRange, toggle: checkOne } = checked;
  const check = useCallback(
    (id: number, range: boolean) => {
      if (!verdictOn(arrival).counts) return refuse(String(id), "The rows have moved: look first.");
      return range ? checkRange(id) : checkOne(id);
    },
    [arrival, refuse, checkRange, checkOne],
  );
  const showNew = () => {
    const first = state?.incoming[0]?.id;
    send({ type: "incoming_shown" });
    if (first !== undefined) requestAnimationFrame(() => rows.current?.reveal(first));
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {waiting > 0 && !quiet && (
        <button
          type="button"
          onClick={showNew}
          className="absolute top-2 left-1/2 z-20 flex min-h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3.5 text-xs font-semibold text-bg shadow-float max-md:min-h-11"
        >
          <ArrowUp className="size-3.5" /> {waiting} new — show
        </button>
      )}
      <div
        ref={scroller}
        // Rows are kept in place by keepInPlace, in every browser alike.
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-2.5 pb-6 [overflow-anchor:none]"
        data-testid="list-scroller"
      >
        {state === null ? (
          list.error ? (
            <ListFailure error={list.error} refetch={list.retry} />
          ) : (
            <Skeleton
              words={`Loading ${VIEW_WORDS[filter.view].title.toLowerCase()}…`}
              lines={9}
              className="p-3"
            />
          )
        ) : state.items.length === 0 ? (
          <Nothing filter={filter} onClearFilters={onClearFilters} />
        ) : (
          <>
            <Rows
              ref={rows}
              scroller={scroller}
              label={VIEW_WORDS[filter.view].title}
              ids={state.items.map((item) => item.id)}
              onNearEnd={list.loadMore}
              renderRow={(index) => {
                const action = state.items[index]!;
                return (
                  <ActionCard
                    action={action}
                    selected={action.id === selectedId}
                    checked={checked.checked.has(action.id)}
                    checkable={checkable && action.status === "pending"}
                    choosing={choosing}
                    state={states.get(action.id)}
                    arrival={arrival}
                    refusal={refusal?.of === String(action.id) ? refusal : null}
                    onOpen={onOpen}
                    onCheck={check}
                  />
                );
              }}
            />
            <ListEnd list={list} />
          </>
        )}
      </div>
    </div>
  );
}

function ListEnd({ list }: { list: ListPaneProps["list"] }) {
  if (list.moreError) return <ListFailure error={list.moreError} refetch={list.loadMore} />;
  if (list.state?.nextCursor) return <p className="py-4 text-center text-xs text-ink-3">Loading more…</p>;
  return <p className="py-4 text-center text-xs text-ink-3">That is all of them.</p>;
}

function ListFailure(query: ComponentProps<typeof ReadFailure>["query"]) {
  return <ReadFailure title="The list could not be loaded" query={query} />;
}

function Nothing({ filter, onClearFilters }: { filter: ListFilter; onClearFilters: () => void }) {
  const filtered =
    filter.tier !== null || [filter.type, filter.agent, filter.customer, filter.q].some(Boolean);
  const { seesContent } = useViewer();
  if (!filtered) return <EmptyState {...VIEW_WORDS[filter.view].empty} />;
  return (
    <EmptyState
      title="Nothing matches"
      text={`No action in this list fits the search and filters that are set.${seesContent ? "" : ` ${SEARCH_WORDS}`}`}
    >
      <Button size="small" onClick={onClearFilters}>
        Clear search and filters
      </Button>
    </EmptyState>
  );
}
