"use client";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useMounted } from "@/components/state/clock";
import type { Problem } from "@/lib/contract/problem";

/**
 * What only this tab knows of a conversation: that it was begun here, and the refusals, which leave no row. A link to a
 * conversation therefore proposes nothing until its viewer says so.
 */
interface Kept {
  going: boolean;
  refusals: [key: string, problem: Problem][];
}

const nothing: Kept = { going: false, refusals: [] };
const nameOf = (id: string) => `countersign.chat.${id}`;

/** What was read or written here; the tab's storage carries it over a reload, where there is one. */
const known = new Map<string, Kept>();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useKept(id: string) {
  const kept = useSyncExternalStore(
    subscribe,
    () => read(id),
    () => nothing,
  );
  const refuse = useCallback(
    (key: string, problem: Problem) => {
      const { going, refusals } = read(id);
      write(id, { going, refusals: [...refusals.filter(([name]) => name !== key), [key, problem]] });
    },
    [id],
  );
  const forget = useCallback(
    (which: (problem: Problem) => boolean) => {
      const { going, refusals } = read(id);
      write(id, { going, refusals: refusals.filter(([, problem]) => !which(problem)) });
    },
    [id],
  );
  const go = useCallback(() => write(id, { ...read(id), going: true }), [id]);
  const refusals = useMemo(() => new Map(kept.refusals), [kept.refusals]);
  return { loaded: useMounted(), going: kept.going, refusals, refuse, forget, go };
}

/** For a conversation that begins here: its first step is made without asking again. */
export function keepGoing(id: string): void {
  write(id, { going: true, refusals: [] });
}

function read(id: string): Kept {
  const kept = known.get(id) ?? stored(id);
  known.set(id, kept);
  return kept;
}

function stored(id: string): Kept {
  try {
    const text = sessionStorage.getItem(nameOf(id));
    return text ? (JSON.parse(text) as Kept) : nothing;
  } catch {
    return nothing;
  }
}

function write(id: string, kept: Kept): void {
  known.set(id, kept);
  try {
    sessionStorage.setItem(nameOf(id), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing: after a reload the viewer is asked whether to go on.
  }
  for (const listener of listeners) listener();
}
