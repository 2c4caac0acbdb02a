"use client";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useMounted } from "@/components/state/use-mounted";
import type { Problem } from "@/lib/contract/problem";

/**
 * The facts about a conversation that only this tab has: that it began here, and the refusals, which leave no row. A link to a
 * conversation therefore proposes nothing until its viewer says so.
 */
interface Memory {
  going: boolean;
  refusals: [key: string, problem: Problem][];
}

const nothing: Memory = { going: false, refusals: [] };
const nameOf = (id: string) => `countersign.chat.${id}`;

/** A copy of the tab's storage, which carries a memory over a reload where there is one. */
const memories = new Map<string, Memory>();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useTabMemory(id: string) {
  const memory = useSyncExternalStore(
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
  const refusals = useMemo(() => new Map(memory.refusals), [memory.refusals]);
  return { loaded: useMounted(), going: memory.going, refusals, refuse, forget, go };
}

/** For a conversation that begins here: its first step is made without asking again. */
export function keepGoing(id: string): void {
  write(id, { going: true, refusals: [] });
}

function read(id: string): Memory {
  const memory = memories.get(id) ?? stored(id);
  memories.set(id, memory);
  return memory;
}

function stored(id: string): Memory {
  try {
    const text = sessionStorage.getItem(nameOf(id));
    return text ? (JSON.parse(text) as Memory) : nothing;
  } catch {
    return nothing;
  }
}

function write(id: string, memory: Memory): void {
  memories.set(id, memory);
  try {
    sessionStorage.setItem(nameOf(id), JSON.stringify(memory));
  } catch {
    // A browser that keeps nothing: after a reload the viewer is asked whether to go on.
  }
  for (const listener of listeners) listener();
}
