"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { BULK_ITEMS_MAX } from "@/lib/core/limits";

/** A row that was ticked before counts once: the range ends where it was asked to, unless the limit cuts it off. */
export function withRange(before: ReadonlySet<number>, between: readonly number[]): ReadonlySet<number> {
  return new Set([...new Set([...before, ...between])].slice(0, BULK_ITEMS_MAX));
}

/** The rows ticked for a bulk decision; `range` ticks everything between the last tick and this row. */
export function useChecked(items: readonly ActionSummary[]) {
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set());
  // The bar that decides them all is loaded with the first tick, and stays for its results.
  const [used, setUsed] = useState(false);
  const anchor = useRef<number | null>(null);
  // Read when a range is asked for. Were `range` another function for each page that a scroll loads, every row on screen
  // would be rendered again with it.
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });

  const toggle = useCallback((id: number) => {
    anchor.current = id;
    setUsed(true);
    setChecked((before) => {
      const after = new Set(before);
      if (!after.delete(id) && after.size < BULK_ITEMS_MAX) after.add(id);
      return after;
    });
  }, []);

  const range = useCallback(
    (id: number) => {
      const rows = latest.current;
      const from = rows.findIndex((item) => item.id === anchor.current);
      const to = rows.findIndex((item) => item.id === id);
      if (from < 0 || to < 0) return toggle(id);
      const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((item) => item.id);
      setChecked((before) => withRange(before, between));
    },
    [toggle],
  );

  const clear = useCallback(() => setChecked(new Set()), []);
  const selected = items.filter((item) => checked.has(item.id));
  return { checked, selected, used, toggle, range, clear };
}

export type Selection = ReturnType<typeof useChecked>;
