"use client";
import { useEffect, useSyncExternalStore } from "react";

/** What can be done with what is on screen, for the palette: whoever shows an action says so while it is shown. */
export interface Command {
  name: string;
  key: string | null;
  run: () => void;
}

const none: readonly Command[] = [];
let offered: readonly Command[] = none;
const listeners = new Set<() => void>();

function offer(commands: readonly Command[]): void {
  offered = commands;
  for (const listener of listeners) listener();
}

/** The list must keep its identity while nothing in it changes. */
export function useOfferCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offer(commands);
    return () => offer(none);
  }, [commands]);
}

export function useCommands(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
    () => none,
  );
}
