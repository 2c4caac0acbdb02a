"use client";
import { useCallback, useEffect, useMemo } from "react";
import { createStore } from "@/components/state/store";
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
const memories = createStore<ReadonlyMap<string, Memory>>(new Map());

export function useTabMemory(id: string) {
  const memory = memories.use().get(id);
  useEffect(() => {
    if (!memory) write(id, read(id));
  }, [id, memory]);
  const { going, refusals } = memory ?? nothing;
  const change = useCallback(
    (part: (before: Memory) => Partial<Memory>) => write(id, { ...read(id), ...part(read(id)) }),
    [id],
  );
  const refuse = useCallback(
    (key: string, problem: Problem) =>
      change((before) => ({
        refusals: [...before.refusals.filter(([name]) => name !== key), [key, problem]],
      })),
    [change],
  );
  return {
    loaded: memory !== undefined,
    going,
    refusals: useMemo(() => new Map(refusals), [refusals]),
    refuse,
    forget: (which: (problem: Problem) => boolean) =>
      change((before) => ({ refusals: before.refusals.filter(([, problem]) => !which(problem)) })),
    go: () => change(() => ({ going: true })),
  };
}

/** For a conversation that begins here: its first step is made without asking again. */
export function keepGoing(id: string): void {
  write(id, { going: true, refusals: [] });
}

function read(id: string): Memory {
  const memory = memories.get().get(id);
  if (memory) return memory;
  try {
    const text = sessionStorage.getItem(nameOf(id));
    return text ? (JSON.parse(text) as Memory) : nothing;
  } catch {
    return nothing;
  }
}

function write(id: string, memory: Memory): void {
  memories.set(new Map(memories.get()).set(id, memory));
  try {
    sessionStorage.setItem(nameOf(id), JSON.stringify(memory));
  } catch {
    // A browser that keeps nothing: after a reload the viewer is asked whether to go on.
  }
}
