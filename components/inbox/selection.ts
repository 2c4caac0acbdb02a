import type { Came } from "@/components/ui/hand/hand";

/** Reads the action that an address names, by its path or by `?selected=`. */
export interface Address {
  pathId: number | null;
  addressed: number | null;
}

export interface Selection extends Address {
  openId: number | null;
  selected: number | null;
  /** How the chosen action came: the reader asked for it, or it followed one that was decided. */
  came: Came;
  /** Addresses that this page wrote and that have not come back yet, oldest first. */
  written: readonly Address[];
}

const isSame = (one: Address, other: Address) =>
  one.pathId === other.pathId && one.addressed === other.addressed;

/**
 * The selection once the page is at this address; the same object where that changes nothing. A link or the back button
 * chooses. What the page wrote itself comes back later than a quick hand walks on, and chooses nothing.
 */
export function settledAt(state: Selection, address: Address): Selection {
  const last = state.written.at(-1);
  if (last && isSame(last, address)) return { ...state, ...address, written: [] };
  if (isSame(state, address)) return state;
  const own = state.written.findIndex((written) => isSame(written, address));
  if (own >= 0) return { ...state, ...address, written: state.written.slice(own + 1) };
  return { openId: address.pathId, selected: address.addressed, came: "reader", ...address, written: [] };
}
