import type { ThresholdsVersion } from "@/db/queries/actions/tier-rules";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * For threshold_versions.seal. Thresholds set the tier, and with it who must approve, so that a person with access to the database alone
 * must not be able to lower one (docs/adr/0077). The version keeps an old seal from coming back with the old rules.
 */
export interface SetHere extends Pick<ThresholdsVersion, "version" | "hash"> {
  tenantId: number;
}

export const sealThresholds = (set: SetHere): string => keyedHash("thresholds", thresholdsTextOf(set));

/** False: the change was made past the app, and everything is denied. */
export const areSetHere = (tenantId: number, newest: ThresholdsVersion | null): newest is ThresholdsVersion =>
  newest !== null && matchesKeyedHash("thresholds", thresholdsTextOf({ tenantId, ...newest }), newest.seal);

export const thresholdsTextOf = ({ tenantId, version, hash }: SetHere): string =>
  `${tenantId}/${version}/${hash}`;
