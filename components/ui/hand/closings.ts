"use client";
import { useLayoutEffect, useState, useSyncExternalStore } from "react";

/** How many dialogs have closed. The page behind a dialog comes in front of the reader again when it closes. */
let count = 0;
/** When the dialog that closed last had opened, in milliseconds of the page's clock. */
let coveredSince = 0;
const listeners = new Set<() => void>();

/** Calls back after each closing. Returns the way to stop. */
export function onClosing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the dialogs' frame. */
export function useCountedClosing(): void {
  useLayoutEffect(() => {
    const openedAt = performance.now();
    return () => {
      count += 1;
      coveredSince = openedAt;
      for (const listener of listeners) listener();
    };
  }, []);
}

/** How many dialogs have closed since this was mounted. */
export function useClosings(): number {
  const now = useSyncExternalStore(
    onClosing,
    () => count,
    () => 0,
  );
  const [first] = useState(now);
  return now - first;
}

/** Whether something that came at this time did so behind the dialog that closed last. */
export const cameBehindDialog = (at: number): boolean => at >= coveredSince;
