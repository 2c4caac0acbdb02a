import { useEffect } from "react";
import { createStore } from "./store";

/** Drafts of one tab: they outlive their page, and a reload too, until somebody stores or discards them. */
export function createDrafts<Value>(prefix: string, isDraft: (value: unknown) => value is Value) {
  /** Null: there is none. A missing key was not looked up yet. */
  const values = createStore<ReadonlyMap<string, Value | null>>(new Map());
  const nameOf = (key: string) => `${prefix}.${key}`;

  function keep(key: string, value: Value | null): void {
    values.set(new Map(values.get()).set(key, value));
    try {
      if (value) sessionStorage.setItem(nameOf(key), JSON.stringify(value));
      else sessionStorage.removeItem(nameOf(key));
    } catch {
      // A browser without storage: the draft lasts until the page is loaded again.
    }
  }

  /** From memory, or from before a reload. */
  function draftAt(key: string): Value | null {
    const inMemory = values.get().get(key);
    if (inMemory !== undefined) return inMemory;
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? "null");
      return isDraft(stored) ? stored : null;
    } catch {
      return null;
    }
  }

  function useDraft(key: string): Value | null {
    const value = values.use().get(key);
    useEffect(() => {
      if (value === undefined) keep(key, draftAt(key));
    }, [value, key]);
    return value ?? null;
  }

  return { keep, draftAt, useDraft };
}
