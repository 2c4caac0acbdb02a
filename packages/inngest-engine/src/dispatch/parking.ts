import { parkedKeysPerPassMax, parkedLookMs, parkWindowMax } from "../limits";
import type { Db } from "../store/connection";
import { type Claim, listParkedKeys } from "../store/jobs";

/**
 * Remembers on which limits places may have become free: only there are parked jobs looked at. Nothing here is needed
 * for correctness, since what is forgotten (with a leader that is killed, or a lease that ran out) is found by going
 * through the keys of parked jobs, first of all when a term begins.
 */
export function createParking({ db, now }: { db: Db; now: () => number }) {
  const hints = new Set<string>();
  let lookAtMs = 0;
  let seenKey = "";
  let isParkingMany = false;

  const freed = (limitKeys: readonly string[]): void => {
    for (const key of limitKeys) hints.add(key);
  };
  return {
    freed,
    /** Goes through the keys of parked jobs when it is time. */
    look: async (): Promise<void> => {
      const nowMs = now();
      // A clock that was set back must not stop it for long.
      if (nowMs < lookAtMs && lookAtMs - nowMs <= parkedLookMs) return;
      lookAtMs = nowMs + parkedLookMs;
      const keys = await listParkedKeys(db, seenKey, parkedKeysPerPassMax);
      seenKey = keys.length < parkedKeysPerPassMax ? "" : (keys.at(-1) ?? "");
      freed(keys);
    },
    lookSoon: (): void => {
      lookAtMs = 0;
      seenKey = "";
    },
    /** Has `claim` look at the freed keys; those it could not look at for want of places are kept for the next time. */
    claim: async (
      limit: number,
      claim: (look: { freed: readonly string[]; window: number }) => Promise<Claim>,
    ): Promise<Claim> => {
      const keys = [...hints].slice(0, parkedKeysPerPassMax);
      for (const key of keys) hints.delete(key);
      try {
        const result = await claim({
          freed: keys,
          window: isParkingMany ? Math.max(limit, parkWindowMax) : limit,
        });
        isParkingMany = result.parkedOn.length > 0;
        // A job parked beside one that had to wait for another limit may have had room after all.
        freed(result.parkedOn);
        if (result.jobs.length >= limit) freed(keys);
        return result;
      } catch (error) {
        freed(keys);
        throw error;
      }
    },
  };
}
