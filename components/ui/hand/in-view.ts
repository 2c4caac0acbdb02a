import { isCovered, onCovering } from "./closings";
import { MOST_OF_IT, pageInViewSince } from "./page-opening";

interface Looks {
  /** Gets the least time for which it has been in view by then. */
  onSeen: (viewedMs: number) => void;
  /** Whether it is in view now. A dialog over it only interrupts the look. */
  onView?: (isInView: boolean) => void;
  /** The time that it has been in view already, where the first look finds it there. */
  seenForMs?: number;
}

/**
 * Calls back each time the element has been in view for so long on end: past every box that cuts it off, with no dialog over
 * it, and within the part of the page to which the reader has zoomed. Returns the way to stop.
 */
export function watchInView(
  element: Element,
  forMs: number,
  { onSeen, onView, seenForMs = 0 }: Looks,
): () => void {
  let creditMs = seenForMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isInPage = false;
  let hasStopped = false;
  const interrupt = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const begin = () => {
    const from = performance.now() - creditMs;
    return setTimeout(() => onSeen(performance.now() - from), Math.max(0, forMs - creditMs));
  };
  const look = () => {
    const isInView = isInPage && isInZoomedPart(element);
    onView?.(isInView);
    if (isInView && !isCovered(element)) timer ??= begin();
    else {
      creditMs = 0;
      interrupt();
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      interrupt();
      // A busy page hears of several moves at once; where it stands now is the last of them.
      isInPage = (entries.at(-1)?.intersectionRatio ?? 0) >= MOST_OF_IT;
      look();
    },
    { threshold: MOST_OF_IT },
  );
  observer.observe(element);
  // After the commit in which a dialog comes or goes, which may end this watch too.
  const stopCovering = onCovering(() => queueMicrotask(() => hasStopped || look()));
  const stopMoving = onZoomedMove(look);
  return () => {
    hasStopped = true;
    interrupt();
    observer.disconnect();
    stopCovering();
    stopMoving();
  };
}

/**
 * The time for which this element, part of the page as the server sent it, has been in view by now, whole and uncovered. It needs
 * no frame to know it. 0: it is not in view, or nobody can tell.
 */
export function viewedAtOpeningMs(element: Element): number {
  const [pageAt, at] = [pageInViewSince(), globalThis.inViewSince?.(element) ?? null];
  if (pageAt === null || at === null || isCovered(element) || !isInZoomedPart(element)) return 0;
  return performance.now() - Math.max(pageAt, at);
}

const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1;

/** Calls back as the zoomed window moves over the page, or a box of the page scrolls under it. */
function onZoomedMove(listener: () => void): () => void {
  const stop = new AbortController();
  const options = { capture: true, passive: true, signal: stop.signal };
  for (const name of ["scroll", "resize"] as const)
    window.visualViewport?.addEventListener(name, listener, options);
  window.addEventListener("scroll", () => isZoomed() && listener(), options);
  return () => stop.abort();
}

/** Most of it, or half a window of what is larger than the zoomed window: nobody who zooms sees a whole line at once. */
function isInZoomedPart(element: Element): boolean {
  const part = window.visualViewport;
  if (!part || !isZoomed()) return true;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return (
    reachesInto([left, right], part.offsetLeft, part.width) &&
    reachesInto([top, bottom], part.offsetTop, part.height)
  );
}

function reachesInto([from, to]: [from: number, to: number], start: number, length: number): boolean {
  const neededPx = to - from <= length ? MOST_OF_IT * (to - from) : length / 2;
  return Math.min(to, start + length) - Math.max(from, start) >= neededPx;
}
