import type { SeenSwitch, StoredSwitch } from "@/db/queries/controls/kill-switches";
import { describeError, log } from "@/lib/log";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * For kill_switches.release_seal. Writes flow again after a release, so that a person with access to the database alone must not be able
 * to make one (docs/adr/0079). The counter keeps the seal of an earlier release from coming back.
 */
type Release = Pick<StoredSwitch, "tenantId" | "name" | "flips">;

/** @throws Error when COUNTERSIGN_SECRET_KEY is missing. */
export const sealRelease = (release: Release): string => keyedHash("switch-release", releaseTextOf(release));

/** A switch for every tenant has no tenant of its own. */
export const releaseTextOf = ({ tenantId, name, flips }: Release): string =>
  `${tenantId ?? "every tenant"}/${name}/${flips}/released`;

/**
 * The one answer to whether a row lets writes pass. One that was flipped passes by the app's seal of its last release alone;
 * one that nobody ever flipped has none, and the app's role cannot make such a row.
 */
export const isReleased = (row: StoredSwitch): boolean => !row.engaged && (row.flips === 0 || hasSeal(row));

/** True where somebody released it past the app, which counts as engaged. */
export const isReleasedElsewhere = (row: StoredSwitch): boolean => !row.engaged && !isReleased(row);

function hasSeal(row: StoredSwitch): boolean {
  try {
    return matchesKeyedHash("switch-release", releaseTextOf(row), row.releaseSeal);
  } catch (error) {
    // `npm run switch` engages without the key. Nothing can be checked then, and nothing passes.
    log.error({ error: describeError(error) }, "The releases of switches cannot be checked");
    return false;
  }
}

/** The rows in the form in which the looks compare them with the table. Logs those that were released past the app. */
export function judgeSwitches(rows: readonly StoredSwitch[]): SeenSwitch[] {
  return rows.map((row) => {
    const { id, tenantId, name, flips } = row;
    const releasedElsewhere = isReleasedElsewhere(row);
    if (releasedElsewhere)
      log.error({ tenantId, name }, "A kill switch without the seal of its release counts as engaged");
    return { id, name, flips, released: !row.engaged && !releasedElsewhere, releasedElsewhere };
  });
}
