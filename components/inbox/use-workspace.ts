"use client";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useDecisions } from "@/components/action/decide/decisions";
import { useViewer } from "@/components/data/viewer";
import { useKeys } from "@/components/keyboard/use-keys";
import { useFromServer } from "@/components/state/use-from-server";
import { mayDecide } from "@/lib/core/access/principal";
import type { ShownList } from "@/lib/view/action/as-shown";
import type { ListFilter } from "@/lib/view/views";
import { useChecked } from "./bulk/use-checked";
import { isDeciding, nextToRead } from "./list/next-to-read";
import type { RowsHandle } from "./list/rows-contract";
import { useActionList } from "./list/use-action-list";
import { useDepartures } from "./list/use-departures";
import { useFilter } from "./find/use-filter";
import { usePrefetchedReadings } from "./list/use-prefetched-readings";
import { useBeside, usePinned, useSelection } from "./use-selection";
import { useWalk } from "./use-walk";

const noItems: ShownList["items"] = [];

/** All that list and detail share: the rows of the filter, which of them is shown and which are ticked, and the way onwards. */
export function useWorkspace(initial: { filter: ListFilter; list: ShownList }) {
  const { filter, setFilter } = useFilter();
  const list = useActionList(filter, initial);
  const items = list.state?.items ?? noItems;
  const selection = useSelection();
  const filterKey = JSON.stringify(filter);
  const shown = useShown(selection, filterKey, list.state?.items ?? null);
  const checkable = mayDecide(useViewer().role) && filter.view === "pending";
  const choice = useChoice(items, shown.beside);
  const rows = useRef<RowsHandle>(null);
  useDepartures(list.state);
  const { states } = useDecisions();
  usePrefetchedReadings({
    ids: nextToRead(items, shown.shownId, states),
    enabled: checkable,
    hurried: isDeciding(states),
  });
  const walk = useWalk({ list: filterKey, items, shownId: shown.shownId, selection, rows });
  const bench = { filter, setFilter, list, items, rows, walk, checkable, ...shown, ...choice };
  const { openId, open, close } = selection;
  useListKeys({ ...bench, openId, close });
  return { ...bench, openId, open, close };
}

export type Bench = ReturnType<typeof useWorkspace>;

/** Which action the pane shows. */
function useShown(
  selection: ReturnType<typeof useSelection>,
  list: string,
  items: ShownList["items"] | null,
) {
  const { openId, selectedId, came: cameChosen } = selection;
  const beside = useBeside();
  const pinnedId = usePinned(list, items);
  // On a desk something is always shown. On a phone the list alone is: reading a record nobody opened costs a request.
  const shownId = beside ? (selectedId ?? pinnedId) : openId;
  // An action at its own address, too, came with the page.
  const isAsOpened = useAsOpened(`${list} ${selectedId} ${shownId}`);
  const cameByWidth = useCameByWidth(shownId, selectedId);
  const came = isAsOpened ? "opened" : selectedId !== null && !cameByWidth ? cameChosen : "itself";
  // The row is marked at once; the pane beside it may follow a walk a moment later. After a decision it comes with the row: the
  // next key is about it.
  const deferredId = useDeferredValue(shownId);
  const detailId = came === "followed" ? shownId : deferredId;
  const currentId = useRef(shownId);
  useEffect(() => {
    currentId.current = shownId;
  });
  const { undecided, forget } = useDecisions();
  useEffect(() => {
    // Its own bar tells it.
    if (shownId !== null && undecided.has(shownId)) forget(shownId);
  }, [shownId, undecided, forget]);
  return { beside, shownId, detailId, came, currentId };
}

/** True while `shown` is what the server's page showed, and nothing else was shown since. */
function useAsOpened(shown: string): boolean {
  const fromServer = useFromServer();
  const [opened, setOpened] = useState(fromServer ? shown : null);
  if (opened !== null && opened !== shown) setOpened(null);
  return opened === shown;
}

/** True while something is shown that was chosen before and not shown then: the window has got wide since. */
function useCameByWidth(shownId: number | null, selectedId: number | null): boolean {
  const [last, setLast] = useState({ shownId, selectedId, byWidth: false });
  if (last.shownId === shownId && last.selectedId === selectedId) return last.byWidth;
  const hasCome = last.shownId === null || last.byWidth;
  const byWidth = hasCome && shownId !== null && selectedId === last.selectedId;
  setLast({ shownId, selectedId, byWidth });
  return byWidth;
}

/** Which rows are ticked, and on a phone whether the boxes are there to be ticked. */
function useChoice(items: ShownList["items"], beside: boolean) {
  const checked = useChecked(items);
  const [wantsToChoose, setWantsToChoose] = useState(false);
  // A selection outlives the turn of a screen: its cards then offer no decision beside the bulk bar's.
  const choosing = wantsToChoose || (!beside && checked.checked.size > 0);
  const toggleChoosing = () => {
    setWantsToChoose(!choosing);
    if (choosing) checked.clear();
  };
  return { checked, choosing, toggleChoosing };
}

interface ListKeys extends Pick<ReturnType<typeof useChoice>, "checked"> {
  walk: ReturnType<typeof useWalk>;
  shownId: number | null;
  checkable: boolean;
  openId: number | null;
  close: () => void;
}

function useListKeys({ walk, shownId, checkable, checked, openId, close }: ListKeys): void {
  const tick = (how: "toggle" | "range") => {
    if (shownId !== null && checkable) checked[how](shownId);
  };
  useKeys([
    { key: "j", run: () => walk.move(1), repeats: true },
    { key: "k", run: () => walk.move(-1), repeats: true },
    { key: "n", run: walk.openNext },
    { key: "x", run: () => tick("toggle") },
    { key: "shift+x", run: () => tick("range") },
    { key: "Escape", run: () => (checked.checked.size > 0 ? checked.clear() : openId !== null && close()) },
  ]);
}
