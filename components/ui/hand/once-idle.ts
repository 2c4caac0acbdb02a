import { onFirstSign } from "./first-sign";

/** A page that is never idle runs it after this time. */
const idleWithinMs = 2_000;
/** Safari does not report that it is idle. */
const otherwiseMs = 500;

/**
 * Calls back once, when the page has nothing else to do or after the next sign of a hand: never while that is dispatched, as
 * Enter presses what was there. Returns the way to give it up.
 */
export function onceIdle(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    giveUp();
    work();
  };
  const stopHearing = onFirstSign(() => (timer = setTimeout(run)));
  const stopWaiting = onIdle(run);
  const giveUp = () => {
    stopHearing();
    stopWaiting();
    clearTimeout(timer);
  };
  return giveUp;
}

function onIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, otherwiseMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: idleWithinMs });
  return () => cancelIdleCallback(handle);
}
