"use client";
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";

/** How many dialogs have closed. The page behind a dialog comes in front of the reader again when it closes. */
let count = 0;
/** When the dialog that closed last had opened, in milliseconds of the page's clock. */
let coveredSince = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the dialogs' frame. */
export function useCountedClosing(): void {
  const [opening] = useState({ at: 0 });
  useLayoutEffect(() => {
    opening.at = performance.now();
  }, [opening]);
  useEffect(
    () => () => {
      count += 1;
      coveredSince = opening.at;
      for (const listener of listeners) listener();
    },
    [opening],
  );
}

/** How many dialogs have closed since this was mounted. */
export function useClosings(): number {
  const now = useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
  const [first] = useState(now);
  return now - first;
}

/** Whether something that came at this time did so behind the dialog that closed last. */
export const cameBehindDialog = (at: number): boolean => at >= coveredSince;
