/** Anything that a hand does on a page before it presses something, or with it. */
const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin"] as const;

/** Calls back once, at the first sign of a hand on the page. Returns the way to stop waiting for it. */
export function onFirstSign(listener: () => void): () => void {
  const waiting = new AbortController();
  const hear = () => {
    waiting.abort();
    listener();
  };
  for (const sign of signs)
    window.addEventListener(sign, hear, { capture: true, passive: true, signal: waiting.signal });
  return () => waiting.abort();
}
