"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { parseFilter, type ListFilter } from "@/lib/view/views";

/** The filter of the list, kept in the address so that it can be linked and survives a reload. */
export function useFilter() {
  const params = useSearchParams();
  const filter = useMemo(() => parseFilter((name) => params.get(name)), [params]);
  const setFilter = useCallback((change: Partial<ListFilter>) => {
    const search = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) search.delete(name);
      else search.set(name, String(value));
    }
    const text = search.toString();
    window.history.replaceState(null, "", text ? `?${text}` : window.location.pathname);
  }, []);
  return { filter, setFilter };
}

export type SetFilter = ReturnType<typeof useFilter>["setFilter"];
