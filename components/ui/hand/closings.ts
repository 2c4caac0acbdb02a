"use client";
import { useEffect, useState, useSyncExternalStore } from "react";

/** How many dialogs have closed. The page behind a dialog comes in front of the reader again when it closes. */
let count = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the dialogs' frame. */
export function useCountedClosing(): void {
  useEffect(
    () => () => {
      count += 1;
      for (const listener of listeners) listener();
    },
    [],
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
