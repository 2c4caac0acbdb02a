"use client";
import { useSyncExternalStore } from "react";
import { onceIdle } from "./once-idle";

let wasIdle = false;
let waits = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (!waits) onceIdle(tell);
  waits = true;
  return () => listeners.delete(listener);
}

function tell(): void {
  wasIdle = true;
  for (const listener of listeners) listener();
}

/** False until the page was idle once, or somebody's hand was on it: for all that the first key does not need. */
export const useWasIdle = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => wasIdle,
    () => false,
  );
