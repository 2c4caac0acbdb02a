"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useReducer, useRef, useState, useSyncExternalStore } from "react";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { pinned } from "./list/list-state";
import { settledAt, type Selection } from "./selection";
import { isDesk, watchDesk } from "@/components/state/desk";
import type { Came } from "@/components/ui/hand/hand";
import { idOfPath, INBOX_PATH, actionHref, parseSelected } from "@/lib/view/views";

export const useBeside = (): boolean => useSyncExternalStore(watchDesk, isDesk, () => true);

/** The address follows a walk down the list once it rests: each change of it renders the page again. */
const restMs = 150;

/**
 * A reducer, not `useState`: for a state React may compute the next value at once, on top of its latest render, even if it then
 * gives that render up. After an address came back, the selection would jump to an action that was decided before.
 */
const updated = (state: Selection, update: (state: Selection) => Selection): Selection => update(state);

/**
 * Which action is shown. On a desk it is `?selected=`; an address of its own (`/proposed-actions/8421`) is what a phone
 * opens and what people send each other. The history API moves between them, so the list stays mounted and scrolled.
 */
export function useSelection() {
  const pathId = idOfPath(usePathname());
  const params = useSearchParams();
  const addressed = parseSelected((name) => params.get(name));
  const [state, setState] = useReducer(updated, {
    openId: pathId,
    selected: addressed,
    came: "reader",
    pathId,
    addressed,
    written: [],
  });
  const settled = settledAt(state, { pathId, addressed });
  if (settled !== state) setState(() => settled);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const forget = () => {
      clearTimeout(timer.current);
      setState((before) => ({ ...before, written: [] }));
    };
    window.addEventListener("popstate", forget);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener("popstate", forget);
    };
  }, []);

  const select = useCallback(
    (id: number, came: Came) => {
      setState((before) => ({ ...before, openId: null, selected: id, came }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const search = new URLSearchParams(window.location.search);
        search.set("selected", String(id));
        const written = { pathId: null, addressed: id };
        setState((before) => ({ ...before, written: [...before.written, written] }));
        window.history.replaceState(null, "", withSearch(INBOX_PATH, search));
      }, restMs);
    },
    [setState],
  );

  const show = useCallback(
    (id: number | null) => {
      clearTimeout(timer.current);
      const written = { pathId: id, addressed: null };
      setState((before) => ({
        ...before,
        openId: id,
        selected: null,
        came: "reader",
        written: [...before.written, written],
      }));
      const search = new URLSearchParams(window.location.search);
      search.delete("selected");
      window.history.pushState(null, "", withSearch(id === null ? INBOX_PATH : actionHref(id), search));
    },
    [setState],
  );

  const open = useCallback((id: number) => (isDesk() ? select(id, "reader") : show(id)), [select, show]);
  const close = useCallback(() => show(null), [show]);
  const { openId, selected, came } = state;
  return { openId, selectedId: openId ?? selected, came, select, open, close };
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
