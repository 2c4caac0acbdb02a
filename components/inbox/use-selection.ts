"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { pinned } from "./list/list-state";
import type { Came } from "@/components/ui/hand/hand";
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
  const [state, setState] = useState<Selection>({
    openId: pathId,
    selected: addressed,
    came: "reader",
    pathId,
    addressed,
  });
  // The address changed: a link, the back button. Our own changes come back the same and change nothing.
  if (state.pathId !== pathId || state.addressed !== addressed) {
    const isOurs = state.openId === pathId && state.selected === addressed;
    const came = isOurs ? state.came : "reader";
    setState({ openId: pathId, selected: addressed, came, pathId, addressed });
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const select = useCallback((id: number, came: Came) => {
    setState((before) => ({ ...before, openId: null, selected: id, came }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const search = new URLSearchParams(window.location.search);
      search.set("selected", String(id));
      window.history.replaceState(null, "", withSearch(INBOX_PATH, search));
    }, restMs);
  }, []);

  const show = useCallback((id: number | null) => {
    clearTimeout(timer.current);
    setState((before) => ({ ...before, openId: id, selected: null, came: "reader" }));
    const search = new URLSearchParams(window.location.search);
    search.delete("selected");
    window.history.pushState(null, "", withSearch(id === null ? INBOX_PATH : actionHref(id), search));
  }, []);

  const open = useCallback(
    (id: number) => (window.matchMedia(besideQuery).matches ? select(id, "reader") : show(id)),
    [select, show],
  );
  const close = useCallback(() => show(null), [show]);
  const { openId, selected, came } = state;
  return { openId, selectedId: openId ?? selected, came, select, open, close };
}

interface Selection {
  openId: number | null;
  selected: number | null;
  /** How the chosen action came: the reader asked for it, or it followed one that was decided. */
  came: Came;
  pathId: number | null;
  addressed: number | null;
}

/**
 * A desk shows this while nobody has chosen: the first row, for as long as this list is open. A row that comes before it, or
 * a decision of somebody else, puts nothing else under the pointer.
 */
export function usePinned(list: string, items: readonly ActionSummary[] | null): number | null {
  const [pin, setPin] = useState(() => pinned(null, list, items));
  const now = pinned(pin, list, items);
  if (now !== pin) setPin(now);
  return now?.id ?? null;
}

function withSearch(path: string, search: URLSearchParams): string {
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
