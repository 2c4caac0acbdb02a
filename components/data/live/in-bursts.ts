interface Pace {
  everyMs: number;
  /** The distance doubles up to this for as long as something is added in each. Default: it stays. */
  mostMs?: number;
}

/** Runs `work` at once, and then at most once in `everyMs` for as long as more is added; after `stop` never again. */
export function inBursts(
  { everyMs, mostMs = everyMs }: Pace,
  work: () => void,
): { add: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let added = false;
  let stopped = false;
  let restMs = everyMs;
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined;
      restMs = added ? Math.min(mostMs, restMs * 2) : everyMs;
      if (added) run();
    }, restMs);
  };
  const run = () => {
    added = false;
    rest();
    work();
  };
  return {
    add: () => {
      if (stopped) return;
      if (timer) added = true;
      else run();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
