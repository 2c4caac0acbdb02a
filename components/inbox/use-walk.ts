"use client";
import { useCallback, useEffect, useRef, type RefObject } from "react";
import { useDecisions } from "@/components/action/decide/decisions";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Came } from "@/components/ui/hand/hand";
import { nextWaiting, stillWaits } from "./list/list-state";
import type { RowsHandle } from "./list/rows-contract";
import type { useSelection } from "./use-selection";

interface Walk {
  /** The list that is walked, by its filter. */
  list: string;
  items: readonly ActionSummary[];
  shownId: number | null;
  selection: ReturnType<typeof useSelection>;
  rows: RefObject<RowsHandle | null>;
}

/**
 * From one action to the next: by J and K, by Next, and after one's own decision. Nothing else moves the reader on. If
 * somebody else decides, withdraws or edits the open action, or its time runs out, it stays open and says so.
 */
export function useWalk({ list, items, shownId, selection, rows }: Walk) {
  const { openId, select, open } = selection;
  const { states, onMayLeave, onMoveOn } = useDecisions();
  const waits = (item: ActionSummary) => stillWaits(item, states.get(item.id));
  const nextId = nextWaiting(items, shownId, waits);
  const latest = useRef({ shownId, openId, nextId });
  // Where the shown action stood: it may have left the list by the time somebody walks on from it.
  const place = useRef(0);
  // oxlint-disable-next-line react/exhaustive-deps -- another list begins at its top
  useEffect(() => void (place.current = 0), [list]);
  useEffect(() => {
    latest.current = { shownId, openId, nextId };
    const at = items.findIndex((item) => item.id === shownId);
    if (at >= 0) place.current = at;
  });

  // An action with an address of its own stays on screen after its decision; a selection moves on, if anything waits.
  const moveOnFrom = useCallback(
    (id: number, came: Came): boolean => {
      const { shownId: shown, openId: addressed, nextId: next } = latest.current;
      if (shown !== id) return true;
      if (addressed !== null || next === null) return false;
      const hadFocus = focusIsOn(id);
      select(next, came);
      if (hadFocus) rows.current?.focusRow(next);
      return true;
    },
    [select, rows],
  );
  useEffect(() => onMoveOn(moveOnFrom), [onMoveOn, moveOnFrom]);
  // Where nothing else waited as it was sent, something may by now.
  useEffect(
    () =>
      onMayLeave((id, { by }) => {
        if (by === "viewer") moveOnFrom(id, "itself");
      }),
    [onMayLeave, moveOnFrom],
  );

  const walkTo = useCallback(
    (id: number) => {
      open(id);
      rows.current?.focusRow(id);
    },
    [open, rows],
  );
  const move = useCallback(
    (by: number) => {
      const at = items.findIndex((item) => item.id === shownId);
      // The row that took its place is the next one.
      const to = at >= 0 ? at + by : by > 0 ? place.current : place.current - 1;
      const next = items[Math.min(items.length - 1, Math.max(0, to))];
      if (next) walkTo(next.id);
    },
    [items, shownId, walkTo],
  );
  const openNext = useCallback(() => {
    if (nextId !== null) walkTo(nextId);
  }, [nextId, walkTo]);
  return { move, nextId, openNext };
}

/** True where the viewer's focus is on this card, in the detail that shows it, or lost with a button that was disabled. */
function focusIsOn(id: number): boolean {
  const active = document.activeElement;
  if (!active || active === document.body) return true;
  return active.closest(`[data-action-id="${id}"], [data-detail]`) !== null;
}
