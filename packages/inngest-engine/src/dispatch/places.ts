/** A job, or a run about to get its first one, as its concurrency limits see it. */
export interface Limited {
  limitKeys: readonly string[];
}

/**
 * Counts, for one leader, the calls under way within each concurrency limit and the places that are kept for jobs about to be
 * stored. A job that is leased as it is stored relies on this count; a claim counts in the database and adds the kept places.
 */
export function createPlaces() {
  const calls = new Map<string, number>();
  const reserved = new Map<object, readonly string[]>();
  const change = (keys: readonly string[], by: number): void => {
    for (const key of keys) {
      const count = (calls.get(key) ?? 0) + by;
      if (count > 0) calls.set(key, count);
      else calls.delete(key);
    }
  };
  return {
    /** A call begins; the result is for its end. */
    take: ({ limitKeys }: Limited): (() => void) => {
      change(limitKeys, 1);
      return () => change(limitKeys, -1);
    },
    hasRoom: ({ limitKeys, limits }: Limited & { limits: readonly number[] }): boolean =>
      limitKeys.every((key, at) => (calls.get(key) ?? 0) < limits[at]!),
    reserve: (run: Limited): void => {
      reserved.set(run, run.limitKeys);
      change(run.limitKeys, 1);
    },
    giveUp: (run: Limited): void => {
      if (reserved.delete(run)) change(run.limitKeys, -1);
    },
    reservedCount: (): number => reserved.size,
    /** One entry for each place. */
    reservedKeys: (): string[] => [...reserved.values()].flat(),
  };
}
