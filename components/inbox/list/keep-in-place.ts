import { flushSync } from "react-dom";

/** Below this a row is still under the finger that aims at it. */
export const movedPx = 4;

/**
 * Rows on screen stay where they are while others come and go above them, as far as the list can scroll. Returns whether all of
 * them did: false where a row has moved, gone or come into view.
 */
export function keepInPlace(
  scroller: HTMLElement,
  leaving: ReadonlySet<number>,
  change: () => void,
): boolean {
  const before = placesInView(scroller);
  const anchor = [...before.keys()].find((row) => !leaving.has(idOf(row)));
  flushSync(change);
  if (anchor?.isConnected) scroller.scrollTop += anchor.getBoundingClientRect().top - before.get(anchor)!;
  const after = placesInView(scroller);
  // Where no row is in view, as in a list that is hidden, nobody knows.
  return (
    before.size > 0 &&
    after.size === before.size &&
    [...after].every(([row, top]) => Math.abs(top - (before.get(row) ?? Infinity)) < movedPx)
  );
}

/** The ids of the rows of which anything can be seen. */
export function idsInView(scroller: HTMLElement): Set<number> {
  return new Set([...placesInView(scroller).keys()].map(idOf));
}

const idOf = (row: HTMLElement) => Number(row.dataset.actionId);

/** Their upper edges, in CSS pixels of the window. */
function placesInView(scroller: HTMLElement): Map<HTMLElement, number> {
  const rows = [...scroller.querySelectorAll<HTMLElement>("article[data-action-id]")];
  const view = scroller.getBoundingClientRect();
  const edges = rows.map((row) => [row, row.getBoundingClientRect()] as const);
  const inView = edges.filter(([, { top, bottom }]) => bottom > view.top && top < view.bottom);
  return new Map(inView.map(([row, { top }]) => [row, top]));
}
