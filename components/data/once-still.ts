/** So that the server is asked about a figure once it is typed. */
const TYPING_MS = 400;

/** Resolves once nothing was typed for a moment; a newer draft aborts the signal, which gives this one up. */
export function onceStill(signal: AbortSignal, pauseMs: number = TYPING_MS): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
