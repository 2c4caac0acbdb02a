export type Wake = ReturnType<typeof createWake>;

/** Lets a loop sleep until something happens, without losing a signal that comes while the loop is busy. */
export function createWake() {
  let signalled = false;
  let closed = false;
  let release: (() => void) | null = null;
  const timers = new Set<NodeJS.Timeout>();

  const signal = (): void => {
    signalled = true;
    release?.();
  };
  const after = (delayMs: number, run: () => void): NodeJS.Timeout => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, delayMs);
    timers.add(timer);
    return timer;
  };
  return {
    signal,
    /** Signals after a delay, for work whose time is known; forgotten once the wake is closed. */
    signalIn: (delayMs: number): void => void (closed || after(Math.max(0, delayMs), signal)),
    /** Resolves at the next signal, at once if one came since the last wait, or when the time is up. */
    wait: async (timeoutMs: number): Promise<void> => {
      if (!signalled && !closed) {
        await new Promise<void>((resolve) => {
          release = resolve;
          const timer = after(timeoutMs, resolve);
          release = () => {
            clearTimeout(timer);
            timers.delete(timer);
            resolve();
          };
        });
      }
      release = null;
      signalled = false;
    },
    close: (): void => {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      release?.();
    },
  };
}
