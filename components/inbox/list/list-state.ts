import { type DecisionState, isBusy } from "@/components/action/decide/decision-state";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { StreamedAction } from "@/lib/contract/monitoring/stream";
import type { ShownList } from "@/lib/view/action/as-shown";

/** How many rows a list starts with, from the server as from its first poll. */
export const FIRST_PAGE = 50;

/**
 * A list while the world moves: rows never jump. Known rows are updated where they stand; new rows wait in
 * `incoming` until the viewer lets them in; rows that left the list stay in `gone` until their leaving is explained.
 */
export interface ListState {
  items: ActionSummary[];
  incoming: ActionSummary[];
  /** The newest first page, whose order the incoming rows take once they are let in. */
  latest: ActionSummary[];
  gone: ReadonlySet<number>;
  /** The stream's last word on rows that left. */
  told: ReadonlyMap<number, StreamedAction>;
  /** Counts the times rows changed their places on screen, so that nothing that has just moved there can be pressed. */
  moves: number;
  /** Shown out: a poll that was already on its way must not bring them back. */
  departed: ReadonlySet<number>;
  nextCursor: string | null;
}

export type ListEvent =
  | { type: "replaced"; list: ShownList }
  | { type: "page_loaded"; list: ShownList }
  | { type: "refreshed"; list: ShownList }
  | { type: "page_refreshed"; list: ShownList }
  | { type: "incoming_shown" }
  | { type: "row_gone"; change: StreamedAction }
  | { type: "row_read"; row: ActionSummary }
  | { type: "row_returned"; id: number; insteadOf: number }
  | { type: "row_left"; id: number }
  | { type: "rows_moved" };

const none: ReadonlySet<number> = new Set();

export function startList(list: ShownList): ListState {
  return {
    items: list.items,
    incoming: [],
    latest: list.items,
    gone: none,
    told: new Map(),
    moves: 0,
    departed: none,
    nextCursor: list.next_cursor,
  };
}

export function reduceList(state: ListState, event: ListEvent): ListState {
  switch (event.type) {
    case "replaced":
      return startList(event.list);
    case "page_loaded": {
      const present = new Set([...state.items, ...state.incoming].map((item) => item.id));
      const added = event.list.items.filter((item) => !present.has(item.id));
      return { ...state, items: [...state.items, ...added], nextCursor: event.list.next_cursor };
    }
    case "refreshed":
      return refresh(state, event.list);
    case "page_refreshed":
      return refreshPage(state, event.list);
    case "incoming_shown":
      return {
        ...state,
        items: mergeInOrder(state.items, state.latest),
        incoming: [],
        moves: state.moves + 1,
      };
    case "row_gone":
      return goneBy(state, event.change);
    case "row_read":
      return { ...state, items: state.items.map((item) => (item.id === event.row.id ? event.row : item)) };
    case "row_returned":
      return returnRow(state, event);
    case "row_left":
      return leave(state, event.id);
    case "rows_moved":
      return { ...state, moves: state.moves + 1 };
  }
}

/** The stream said so, before a poll could. */
function goneBy(state: ListState, change: StreamedAction): ListState {
  const { id } = change;
  if (state.told.has(id) || state.items.every((item) => item.id !== id)) return state;
  return { ...state, gone: new Set([...state.gone, id]), told: new Map([...state.told, [id, change]]) };
}

function leave(state: ListState, id: number): ListState {
  const gone = new Set(state.gone);
  gone.delete(id);
  return {
    ...state,
    items: state.items.filter((item) => item.id !== id),
    incoming: state.incoming.filter((item) => item.id !== id),
    latest: state.latest.filter((item) => item.id !== id),
    gone,
    departed: new Set([...state.departed, id]),
  };
}

/** One row that waits outside comes in alone: in the place of the one that it came back for, else where the list has it. */
function returnRow(state: ListState, { id, insteadOf }: { id: number; insteadOf: number }): ListState {
  const row = state.incoming.find((item) => item.id === id);
  if (!row) return state;
  const at = state.items.findIndex((item) => item.id === insteadOf);
  const known = new Set([...state.items.map((item) => item.id), id]);
  const items =
    at >= 0
      ? state.items.with(at, row)
      : mergeInOrder(
          state.items,
          state.latest.filter((item) => known.has(item.id)),
        );
  const gone = new Set(state.gone);
  gone.delete(insteadOf);
  return {
    ...state,
    items,
    incoming: state.incoming.filter((item) => item.id !== id),
    latest: state.latest.filter((item) => item.id !== insteadOf),
    gone,
    moves: state.moves + 1,
    departed: new Set([...state.departed, insteadOf]),
  };
}

/** `list` is the newest first page. A known row that stands above its last row, or anywhere if it is the only page, and is missing from it has left. */
function refresh(state: ListState, list: ShownList): ListState {
  const latest = list.items.filter((item) => !state.departed.has(item.id));
  const fresh = new Map(latest.map((item) => [item.id, item]));
  const present = new Set(state.items.map((item) => item.id));
  const lastCovered =
    list.next_cursor === null
      ? state.items.length - 1
      : state.items.findLastIndex((item) => fresh.has(item.id));
  const gone = new Set<number>();
  const items = state.items.map((item, index) => {
    const update = fresh.get(item.id);
    if (!update && index <= lastCovered) gone.add(item.id);
    return update && differs(item, update) ? update : item;
  });
  const incoming = latest.filter((item) => !present.has(item.id));
  // An unchanged poll keeps every reference, so nothing renders again.
  const still =
    incoming.length === 0 &&
    state.incoming.length === 0 &&
    gone.size === state.gone.size &&
    [...gone].every((id) => state.gone.has(id));
  if (still && items.every((item, index) => item === state.items[index])) return state;
  return {
    ...state,
    items,
    incoming,
    latest,
    gone,
    nextCursor: state.items.length === 0 ? list.next_cursor : state.nextCursor,
  };
}

/** `list` is a page from further down. A known row that stands between the first and the last of it and is missing from it has left. */
function refreshPage(state: ListState, list: ShownList): ListState {
  const fresh = new Map(list.items.map((item) => [item.id, item]));
  const from = state.items.findIndex((item) => fresh.has(item.id));
  const to =
    list.next_cursor === null
      ? state.items.length - 1
      : state.items.findLastIndex((item) => fresh.has(item.id));
  if (from < 0) return state;
  const left = state.items.slice(from, to + 1).filter(({ id }) => !fresh.has(id) && !state.gone.has(id));
  const items = state.items.map((item) => {
    const update = fresh.get(item.id);
    return update && differs(item, update) ? update : item;
  });
  if (left.length === 0 && items.every((item, index) => item === state.items[index])) return state;
  return { ...state, items, gone: new Set([...state.gone, ...left.map(({ id }) => id)]) };
}

/** The latest order, with every row that it does not know kept behind the row it followed. */
function mergeInOrder(items: readonly ActionSummary[], latest: readonly ActionSummary[]): ActionSummary[] {
  const merged = [...latest];
  const placed = new Set(latest.map((item) => item.id));
  let before: number | null = null;
  for (const item of items) {
    if (!placed.has(item.id)) {
      const at: number = before === null ? 0 : merged.findIndex((row) => row.id === before) + 1;
      merged.splice(at, 0, item);
      placed.add(item.id);
    }
    before = item.id;
  }
  return merged;
}

function differs(a: ActionSummary, b: ActionSummary): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

/** A row keeps the status "pending" for a while after its decision, which `state` knows from the press on. */
export function stillWaits({ status }: ActionSummary, state: DecisionState | undefined): boolean {
  return status === "pending" && !isBusy(state);
}

/** The next row that waits: the nearest one below, else the nearest one above. */
export function nextWaiting(
  items: readonly ActionSummary[],
  id: number | null,
  waits: (item: ActionSummary) => boolean,
): number | null {
  const index = items.findIndex((item) => item.id === id);
  const others = [...items.slice(index + 1), ...items.slice(0, Math.max(0, index)).toReversed()];
  return others.find((item) => item.id !== id && waits(item))?.id ?? null;
}

/** The action that a list shows where nobody has chosen: its first row from the moment it was there. */
export interface Pin {
  /** The list that it belongs to. */
  list: string;
  id: number | null;
}

/** The same pin for as long as it is the same list, whatever comes first in it by then. */
export function pinned(pin: Pin | null, list: string, items: readonly ActionSummary[] | null): Pin | null {
  if (items === null || (pin?.list === list && pin.id !== null)) return pin;
  const id = items[0]?.id ?? null;
  return pin?.list === list && pin.id === id ? pin : { list, id };
}
