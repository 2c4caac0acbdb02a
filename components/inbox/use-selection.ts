"use client";
import { usePathname } from "next/navigation";
import { parseAsInteger, useQueryState } from "nuqs";
import { useCallback, useSyncExternalStore } from "react";
import { idOfPath, INBOX_PATH } from "@/lib/view/views";

/** From here on the detail stands beside the list; below it covers the list. Same width as Tailwind's md. */
const besideQuery = "(min-width: 768px)";

export function useBeside(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(besideQuery);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => window.matchMedia(besideQuery).matches,
    () => true,
  );
}

/**
 * Which action is shown. On a desk it is `?selected=`; an address of its own (`/proposed-actions/8421`) is what a phone
 * opens and what people send each other. The history API moves between them, so the list stays mounted and scrolled.
 */
export function useSelection() {
  const openId = idOfPath(usePathname());
  const [selected] = useQueryState("selected", parseAsInteger);

  const select = useCallback((id: number | null) => {
    const search = new URLSearchParams(window.location.search);
    if (id === null) search.delete("selected");
    else search.set("selected", String(id));
    window.history.replaceState(null, "", withSearch(INBOX_PATH, search));
  }, []);

  const open = useCallback(
    (id: number) => {
      if (window.matchMedia(besideQuery).matches) return select(id);
      const search = new URLSearchParams(window.location.search);
      search.delete("selected");
      window.history.pushState(null, "", withSearch(`${INBOX_PATH}/${id}`, search));
    },
    [select],
  );

  const close = useCallback(() => {
    const search = new URLSearchParams(window.location.search);
    search.delete("selected");
    window.history.pushState(null, "", withSearch(INBOX_PATH, search));
  }, []);

  return { openId, selectedId: openId ?? selected, select, open, close };
}

function withSearch(path: string, search: URLSearchParams): string {
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
