import { type DecisionState, isOwn } from "@/components/action/decide/decision-state";
import { hasRecord } from "@/components/action/decide/fresh-reading";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { stillWaits } from "./list-state";

/** One request reads them all, and NetSuite takes 25 at most. */
const AHEAD = {
  /** Somebody looks at the list. */
  reading: 5,
  /** Somebody decides one card after the other, perhaps two a second. */
  deciding: 20,
};

/** The actions whose records are read ahead: the next ones that still wait, from the one that is shown. */
export function nextToRead(
  items: readonly ActionSummary[],
  shownId: number | null,
  states: ReadonlyMap<number, DecisionState>,
): number[] {
  const from = Math.max(
    0,
    items.findIndex(({ id }) => id === shownId),
  );
  return items
    .slice(from)
    .filter((item) => stillWaits(item, states.get(item.id)) && hasRecord(item))
    .slice(0, isDeciding(states) ? AHEAD.deciding : AHEAD.reading)
    .map(({ id }) => id);
}

/** Own decisions stay among the states until their cards have left, a few seconds after the answer. */
export const isDeciding = (states: ReadonlyMap<number, DecisionState>): boolean =>
  [...states.values()].some(isOwn);

/** So many cards last a quick hand for three seconds, within which NetSuite answers. */
const nearest = 8;

/**
 * The old readings among the wanted ones: all of them in one request, once one of the nearest is old. So a quick hand costs a
 * request for every twelve cards, and not one for each.
 */
export function oldToRead(wanted: readonly number[], isOld: (id: number) => boolean): number[] {
  return wanted.slice(0, nearest).some(isOld) ? wanted.filter(isOld) : [];
}
