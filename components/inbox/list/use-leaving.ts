"use client";
import { useCallback, useEffect, type RefObject } from "react";
import { flushSync } from "react-dom";
import { useDecisions, type DecisionState } from "@/components/action/decide/decisions";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { idsInView, keepInPlace } from "./keep-in-place";
import type { HandOn } from "./use-hand-on";

/** After the last scroll the list is at rest; a correction before would stop the finger's swing. */
const restMs = 200;

interface Leaving {
  items: readonly ActionSummary[];
  hand: HandOn;
  scroller: RefObject<HTMLElement | null>;
  leave: (id: number) => void;
  /** Rows that stay have changed their places on screen. */
  onMoved: () => void;
}

/**
 * Removes rows that have shown their answer: at once if no hand is on the list, otherwise once they are out of view. One's
 * own decisions do not wait for the keyboard, which the next row has by then.
 */
export function useLeaving({ items, hand, scroller, leave, onMoved }: Leaving): void {
  const { states } = useDecisions();
  const due = items.filter(({ id }) => isDue(states.get(id))).map(({ id }) => id);
  const ready = due.filter((id) => handPermits(hand, states.get(id))).join();
  const letGo = useCallback(
    (list: HTMLElement, ids: readonly number[]) => {
      const stayed = keepInPlace(list, new Set(ids), () => {
        for (const id of ids) leave(id);
      });
      // In the frame that shows them there, so that no press finds a row that was not seen at its place.
      if (!stayed) flushSync(onMoved);
    },
    [leave, onMoved],
  );
  useEffect(() => {
    if (ready === "") return;
    const timer = setTimeout(() => scroller.current && letGo(scroller.current, idsOf(ready)));
    return () => clearTimeout(timer);
  }, [ready, scroller, letGo]);

  const waiting = due.join();
  useEffect(() => {
    const list = scroller.current;
    if (waiting === "" || !list) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const atRest = () => {
      const inView = idsInView(list);
      const outside = idsOf(waiting).filter((id) => !inView.has(id));
      if (outside.length > 0) letGo(list, outside);
    };
    const scrolled = () => {
      clearTimeout(timer);
      timer = setTimeout(atRest, restMs);
    };
    // A row may have been scrolled away before it was due.
    scrolled();
    list.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      list.removeEventListener("scroll", scrolled);
    };
  }, [waiting, scroller, letGo]);
}

const idsOf = (text: string) => text.split(",").map(Number);

const isDue = (state: DecisionState | undefined) =>
  state?.phase === "answered" && state.answer.leaves && state.mayLeave;

function handPermits(hand: HandOn, state: DecisionState | undefined): boolean {
  if (hand !== "focus") return hand === "away";
  return state?.phase === "answered" && state.by === "viewer";
}
