import { flushSync } from "react-dom";

/** Rows on screen stay where they are while others come and go above them, as far as the list can scroll. */
export function keepInPlace(scroller: HTMLElement, leaving: ReadonlySet<number>, change: () => void): void {
  const anchor = rowsOf(scroller).find(
    (row) => isInView(scroller, row) && !leaving.has(Number(row.dataset.actionId)),
  );
  const before = anchor?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  if (anchor?.isConnected) scroller.scrollTop += anchor.getBoundingClientRect().top - before;
}

/** The ids of the rows of which anything can be seen. */
export function idsInView(scroller: HTMLElement): Set<number> {
  const rows = rowsOf(scroller).filter((row) => isInView(scroller, row));
  return new Set(rows.map((row) => Number(row.dataset.actionId)));
}

const rowsOf = (scroller: HTMLElement) => [
  ...scroller.querySelectorAll<HTMLElement>("article[data-action-id]"),
];

function isInView(scroller: HTMLElement, row: HTMLElement): boolean {
  const view = scroller.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > view.top && top < view.bottom;
}
