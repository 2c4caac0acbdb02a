"use client";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { createRequired } from "./required-context";

/**
 * One clock for the page, a tick a second, set by the server: countdowns must agree with the clock that decides about
 * expiry, not with the viewer's. Until hydration it stands still at the server's time, so both sides render the same.
 */
interface Clock {
  subscribe: (listener: () => void) => () => void;
  now: () => number;
  serverNow: () => number;
  set: (serverIso: string) => void;
}

function createClock(serverIso: string): Clock {
  const start = Date.parse(serverIso);
  const listeners = new Set<() => void>();
  let offset: number | null = null;
  let current = start;
  let timer: ReturnType<typeof setInterval> | null = null;
  const tick = () => {
    current = Date.now() + (offset ?? 0);
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      offset ??= start - Date.now();
      listeners.add(listener);
      timer ??= setInterval(tick, 1_000);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
    now: () => current,
    serverNow: () => start,
    set(iso) {
      offset = Date.parse(iso) - Date.now();
    },
  };
}

const [ClockContext, useClock] = createRequired<Clock>("ClockProvider");
export { useClock };

export function ClockProvider({ serverNow, children }: { serverNow: string; children: ReactNode }) {
  // One clock for good: a later serverNow arrives through set(), not through a new clock.
  const [clock] = useState(() => createClock(serverNow));
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** Milliseconds since 1970 on the server's clock; renders again every second. */
export function useNow(): number {
  const clock = useClock();
  return useSyncExternalStore(clock.subscribe, clock.now, clock.serverNow);
}
