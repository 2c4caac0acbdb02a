/** Lets a loop sleep until something happens, without losing a signal that comes while the loop is busy. */
export interface Wake {
  signal(): void;
  /** Signals after a delay, for work whose time is known; forgotten once the wake is closed. */
  signalIn(delayMs: number): void;
  /** Resolves at the next signal, at once if one came since the last wait, or when the time is up. */
  wait(timeoutMs: number): Promise<void>;
  close(): void;
}

export function createWake(): Wake {
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
    signalIn: (delayMs) => void (closed || after(Math.max(0, delayMs), signal)),
    wait: async (timeoutMs) => {
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
    close: () => {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      release?.();
    },
  };
}
