/** This room holds the state that components share without a server: clock, stores, required contexts. */

import { useSyncExternalStore } from "react";

/** One value outside React that components follow; every change of it renders them again. */
export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  /** The server renders the first value, and so does the browser until it is hydrated. */
  use: () => T;
}

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, () => first),
  };
}
