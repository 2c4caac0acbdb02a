"use client";
import { Icon } from "@/components/ui/icons/icon";
import {
  type ComponentProps,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from "react";
import { ReadFailure } from "@/components/data/read-failure";
import { useDecisions } from "@/components/action/decide/decisions";
import { useFromServer } from "@/components/state/use-from-server";
import { verdictOn } from "@/components/ui/hand/arrivals";
import { useArrival, useRefusal } from "@/components/ui/hand/use-guard";
import { lazily } from "@/components/ui/lazily";
import { Skeleton } from "@/components/ui/states";
import { cn } from "@/components/ui/cn";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { VIEW_WORDS, type ListFilter } from "@/lib/view/views";
import { ActionCard, type ListCardProps } from "@/components/inbox/card/action-card";
import { ActionRow } from "@/components/inbox/card/action-row";
import type { Density } from "@/components/inbox/find/density";
import type { useActionList } from "./use-action-list";
import type { Selection } from "@/components/inbox/bulk/use-checked";
import { Rows } from "./rows";
import type { RowsHandle } from "./rows-contract";
import { useHandOn } from "./use-hand-on";
import { useLeaving } from "./use-leaving";
import { useReturned } from "./use-returned";
import { useShifts } from "./use-shifts";

interface ListPaneProps {
  filter: ListFilter;
  list: ReturnType<typeof useActionList>;
  selectedId: number | null;
  checked: Selection;
  checkable: boolean;
  choosing: boolean;
  /** The detail covers the list. */
  covered: boolean;
  onOpen: (id: number) => void;
  onClearFilters: () => void;
  rows: RefObject<RowsHandle | null>;
  density: Density | null;
}

const noItems: ActionSummary[] = [];
/** Where a search looks, by whether content is shown. */
const EmptyList = lazily(() =>
  import("@/components/inbox/find/empty-list").then((module) => module.EmptyList),
);

/** The rows themselves, and words for when there are none yet, none at all, or none to be had. */
export function ListPane(props: ListPaneProps) {
  const { list, covered, rows, density } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const hand = useHandOn(scroller, covered);
  // Here, where the element is there before the effect.
  const shifts = useShifts(scroller);
  useDepartingRows(list, hand.on, scroller);
  const quiet = hand.on === "away" && hand.atTop;
  const { state, send } = list;
  const waiting = state?.incoming.length ?? 0;
  useEffect(() => {
    if (quiet && waiting > 0) send({ type: "incoming_shown" });
  }, [quiet, waiting, send]);
  const showNew = () => {
    const first = state?.incoming[0]?.id;
    send({ type: "incoming_shown" });
    if (first !== undefined) requestAnimationFrame(() => rows.current?.reveal(first));
  };
  return (
    // In a low window it may have no height at all: its rows then cover nothing of the bar below it.
    <div className="relative flex min-h-0 flex-1 flex-col overflow-clip">
      {waiting > 0 && !quiet && (
        <button
          type="button"
          onClick={showNew}
          className="absolute top-2 left-1/2 z-20 flex min-h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3.5 text-xs font-semibold text-bg shadow-float max-md:min-h-11"
        >
          <Icon name="arrow-up" className="size-3.5" /> {waiting} new — show
        </button>
      )}
      <div
        ref={scroller}
        // Rows are kept in place by keepInPlace, in every browser alike.
        className={cn(
          "relative min-h-0 flex-1 overflow-y-auto overscroll-contain pb-6 -outline-offset-2 [overflow-anchor:none]",
          density === "cards" && "p-2.5",
          density === null && "max-md:p-2.5",
        )}
        tabIndex={-1}
        data-content
        data-testid="list-scroller"
      >
        <ListBody {...props} scroller={scroller} shifts={shifts} />
      </div>
    </div>
  );
}

/** Rows that were decided leave, and those whose decision was taken back return, once no hand is on the list. */
function useDepartingRows(
  { state, send }: ListPaneProps["list"],
  hand: ReturnType<typeof useHandOn>["on"],
  scroller: RefObject<HTMLDivElement | null>,
): void {
  const { dismiss } = useDecisions();
  const leave = useCallback(
    (id: number) => {
      send({ type: "row_left", id });
      dismiss(id);
    },
    [send, dismiss],
  );
  useReturned({ state, hand, scroller, send });
  const onMoved = useCallback(() => send({ type: "rows_moved" }), [send]);
  useLeaving({ items: state?.items ?? noItems, hand, scroller, leave, onMoved });
}

interface ListBodyProps extends ListPaneProps {
  scroller: RefObject<HTMLDivElement | null>;
  /** How often all rows have moved at once. */
  shifts: number;
}

function ListBody(props: ListBodyProps) {
  const { filter, list, selectedId, checked, checkable, choosing, density } = props;
  const { onClearFilters, onOpen, rows, scroller } = props;
  const { states } = useDecisions();
  const { arrival, refusal, check } = useTicks(props);
  const { state } = list;
  const items = state?.items ?? noItems;
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  if (state === null) return <NotYet filter={filter} list={list} />;
  if (items.length === 0 && state.nextCursor === null)
    return <EmptyList filter={filter} onClearFilters={onClearFilters} />;
  return (
    <>
      <Rows
        ref={rows}
        density={density}
        scroller={scroller}
        label={VIEW_WORDS[filter.view].title}
        ids={ids}
        onNearEnd={list.loadMore}
        renderRow={(index, form) => {
          const action = items[index]!;
          const card = {
            action,
            selected: action.id === selectedId,
            checked: checked.checked.has(action.id),
            checkable: checkable && action.status === "pending",
            choosing,
            state: states.get(action.id),
            arrival,
            refusal: refusal?.of === String(action.id) ? refusal : null,
            onOpen,
            onCheck: check,
          };
          return <ListRow density={form} sort={filter.sort} card={card} />;
        }}
      />
      <ListEnd list={list} />
    </>
  );
}

/** Ticking rows, armed again whenever they have moved, by themselves or because of a banner. */
function useTicks({ list: { state }, density, covered, checked, shifts }: ListBodyProps) {
  const moves = (state?.moves ?? 0) + shifts;
  const forms = useForms(density);
  const arrival = useArrival(
    state === null ? "loading" : `${forms} ${moves}`,
    state !== null && moves === 0 ? "reader" : covered ? "unseen" : "itself",
  );
  const fromServer = useFromServer();
  // Its rows stood there before any code ran, and have not moved since: no press on them is older than they are.
  const [asSent] = useState(fromServer ? arrival : null);
  const { refusal, refuse } = useRefusal(arrival);
  const { range: checkRange, toggle: checkOne } = checked;
  const check = useCallback(
    (id: number, range: boolean) => {
      if (!verdictOn(arrival).counts && arrival !== asSent)
        return refuse(String(id), "The rows have moved: look first.");
      return range ? checkRange(id) : checkOne(id);
    },
    [arrival, asSent, refuse, checkRange, checkOne],
  );
  return { arrival, refusal, check };
}

/** How often the rows have taken another form. Where both were there, the one that the width showed stays. */
function useForms(density: Density | null): number {
  const [forms, setForms] = useState({ density, count: 0 });
  if (forms.density !== density) setForms({ density, count: forms.count + (forms.density === null ? 0 : 1) });
  return forms.count;
}

function NotYet({ filter, list }: Pick<ListPaneProps, "filter" | "list">) {
  if (list.error) return <ListFailure error={list.error} refetch={list.retry} />;
  const words = `Loading ${VIEW_WORDS[filter.view].title.toLowerCase()}…`;
  return <Skeleton words={words} lines={9} className="p-3" />;
}

interface ListRowProps {
  density: Density | null;
  sort: ListFilter["sort"];
  card: ListCardProps;
}

/** Before the width is known both forms are there; the style sheet shows one of them. */
function ListRow({ density, sort, card }: ListRowProps) {
  const row = <ActionRow {...card} showsAge={sort === "newest" || sort === "oldest"} />;
  if (density === "rows") return row;
  if (density === "cards") return <ActionCard {...card} />;
  return (
    <>
      <div className="max-md:hidden">{row}</div>
      <div className="md:hidden">
        <ActionCard {...card} />
      </div>
    </>
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
