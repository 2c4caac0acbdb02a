"use client";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { ARMED_AFTER_MS } from "./hand";

/** How often something has ceased to cover the page: a dialog has closed, or a hidden tab is shown again. */
let count = 0;
/** How many things cover it now. */
let open = 0;
/** When the last unbroken covering began, in milliseconds of the page's clock. */
let coveredSince = 0;
let uncoveredAt = -Infinity;
const listeners = new Set<() => void>();

/** Calls back each time that something begins or ceases to cover the page. Returns the way to stop. */
export function onCovering(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Something covers the page, from now or from an earlier time, until the returned function is called. */
export function cover(since = performance.now()): () => void {
  // A shorter time in view between two coverings is too short to look: the second one continues the first.
  if (open === 0 && since - uncoveredAt >= ARMED_AFTER_MS.unseen) coveredSince = since;
  open += 1;
  for (const listener of listeners) listener();
  return () => {
    open -= 1;
    count += 1;
    uncoveredAt = performance.now();
    for (const listener of listeners) listener();
  };
}

/** For the dialogs' frame. */
export function useCountedClosing(): void {
  useLayoutEffect(cover, []);
}

let uncover: (() => void) | null = null;

/** A hidden tab shows nothing, as if a dialog covered the page. */
export function watchHiding(): void {
  const look = (since?: number) => {
    if (isHidden()) uncover ??= cover(since);
    else {
      uncover?.();
      uncover = null;
    }
  };
  document.addEventListener("visibilitychange", () => look());
  // A tab that is hidden by now may have been so from the beginning.
  look(0);
}

const isHidden = () => document.visibilityState === "hidden";

/** Whether a dialog that does not hold the element stands over it, or nobody sees the tab. */
export function isCovered(element: Element): boolean {
  const top = [...document.querySelectorAll("[role=dialog]")].at(-1);
  return isHidden() || (top !== undefined && !top.contains(element));
}

/** How often something has ceased to cover the page since this was mounted. */
export function useClosings(): number {
  const now = useSyncExternalStore(
    onCovering,
    () => count,
    () => 0,
  );
  const [first] = useState(now);
  return now - first;
}

/**
 * Whether something that came at this time did so during the last unbroken covering, or after it, or so shortly before it that
 * nobody can have looked at it.
 */
export const cameUnderCover = (at: number): boolean => at > coveredSince - ARMED_AFTER_MS.reader;
