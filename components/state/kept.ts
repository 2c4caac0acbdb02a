import { useEffect } from "react";
import { createStore } from "./store";

/** Values that somebody works on, until they are stored: they outlive their page, and a reload too. One tab's alone. */
export function createKept<Value>(prefix: string, isKept: (value: unknown) => value is Value) {
  /** Null: there is none. A key that is missing was not looked up yet. */
  const values = createStore<ReadonlyMap<string, Value | null>>(new Map());
  const nameOf = (key: string) => `${prefix}.${key}`;

  function keep(key: string, value: Value | null): void {
    values.set(new Map(values.get()).set(key, value));
    try {
      if (value) sessionStorage.setItem(nameOf(key), JSON.stringify(value));
      else sessionStorage.removeItem(nameOf(key));
    } catch {
      // A browser that keeps nothing: the value lasts until the page is loaded again.
    }
  }

  /** As this tab kept it, in memory or over a reload. */
  function keptAt(key: string): Value | null {
    const inMemory = values.get().get(key);
    if (inMemory !== undefined) return inMemory;
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? "null");
      return isKept(kept) ? kept : null;
    } catch {
      return null;
    }
  }

  function useKept(key: string): Value | null {
    const value = values.use().get(key);
    useEffect(() => {
      if (value === undefined) keep(key, keptAt(key));
    }, [value, key]);
    return value ?? null;
  }

  return { keep, keptAt, useKept };
}
