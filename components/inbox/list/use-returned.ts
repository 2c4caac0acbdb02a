"use client";
import { useEffect, type RefObject } from "react";
import { returnedDecision } from "@/components/action/decide/take-back/own-decisions";
import { keepInPlace } from "./keep-in-place";
import type { ListEvent, ListState } from "./list-state";
import type { HandOn } from "./use-hand-on";

interface Returning {
  state: ListState | null;
  hand: HandOn;
  scroller: RefObject<HTMLElement | null>;
  send: (event: ListEvent) => void;
}

const none: ReadonlySet<number> = new Set();

/**
 * A proposal whose decision was taken back comes into the list at once: in the place of the decided row while that is
 * there, else in its own place, unless somebody points at the rows, which would move.
 */
export function useReturned({ state, hand, scroller, send }: Returning): void {
  const row = returnedDecision.use();
  const waits = row !== null && (state?.incoming.some(({ id }) => id === row.id) ?? false);
  const replaces = row !== null && (state?.items.some(({ id }) => id === row.insteadOf) ?? false);
  const comes = waits && (replaces || hand !== "pointer");
  useEffect(() => {
    if (!comes || !row) return;
    const timer = setTimeout(() => {
      const bring = () => send({ type: "row_returned", ...row });
      if (scroller.current) keepInPlace(scroller.current, none, bring);
      returnedDecision.set(null);
    });
    return () => clearTimeout(timer);
  }, [comes, row, scroller, send]);
}
