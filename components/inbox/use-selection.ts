"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { idOfPath, INBOX_PATH, actionHref, parseSelected } from "@/lib/view/views";

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

/** The address follows a walk down the list once it rests: each change of it renders the page again. */
const restMs = 150;

/**
 * Which action is shown. On a desk it is `?selected=`; an address of its own (`/proposed-actions/8421`) is what a phone
 * opens and what people send each other. The history API moves between them, so the list stays mounted and scrolled.
 */
export function useSelection() {
  const pathId = idOfPath(usePathname());
  const params = useSearchParams();
  const addressed = parseSelected((name) => params.get(name));
  const [state, setState] = useState({ openId: pathId, selected: addressed, pathId, addressed });
  // The address changed by itself: a link, the back button. Our own changes come back the same and change nothing.
  if (state.pathId !== pathId || state.addressed !== addressed) {
    setState({ openId: pathId, selected: addressed, pathId, addressed });
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const select = useCallback((id: number | null) => {
    setState((before) => ({ ...before, openId: null, selected: id }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const search = new URLSearchParams(window.location.search);
      if (id === null) search.delete("selected");
      else search.set("selected", String(id));
      window.history.replaceState(null, "", withSearch(INBOX_PATH, search));
    }, restMs);
  }, []);

  const show = useCallback((id: number | null) => {
    clearTimeout(timer.current);
    setState((before) => ({ ...before, openId: id, selected: null }));
    const search = new URLSearchParams(window.location.search);
    search.delete("selected");
    window.history.pushState(null, "", withSearch(id === null ? INBOX_PATH : actionHref(id), search));
  }, []);

  const open = useCallback(
    (id: number) => (window.matchMedia(besideQuery).matches ? select(id) : show(id)),
    [select, show],
  );
  const close = useCallback(() => show(null), [show]);
  return { openId: state.openId, selectedId: state.openId ?? state.selected, select, open, close };
}

function withSearch(path: string, search: URLSearchParams): string {
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
