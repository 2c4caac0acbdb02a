import type { DecisionContextRow } from "@/db/queries/actions/decide";
import type { PolicyRow } from "@/db/queries/actions/policies";
import type { ThresholdsVersion } from "@/db/queries/actions/tier-rules";

/**
 * The latest policy text per tenant, so that the read before a decision need not carry the text every time. The read names
 * the hash in force, and a cached text is used only for exactly that hash.
 */
const cache = new Map<number, PolicyRow>();
const tenantsMax = 1_000;

/** The hash of the cached text; null: none. The read returns a text only if the hash in force differs. */
export function cachedPolicyHash(tenantId: number): string | null {
  return cache.get(tenantId)?.hash ?? null;
}

/** The policy that the read named. Null, which denies everything, if the tenant has none or its text is not at hand. */
export function resolvePolicy(
  tenantId: number,
  read: {
    policyVersion: number | null;
    policyHash: string | null;
    policyText: string | null;
    policySeal: string | null;
  },
): PolicyRow | null {
  if (read.policyVersion === null || read.policyHash === null) return null;
  const text = read.policyText ?? cache.get(tenantId)?.text;
  if (text === undefined || (read.policyText === null && cache.get(tenantId)?.hash !== read.policyHash))
    return null;
  const row = { version: read.policyVersion, hash: read.policyHash, text, seal: read.policySeal };
  if (cache.size >= tenantsMax) cache.clear();
  cache.set(tenantId, row);
  return row;
}

/** The newest version of the thresholds that the read named. Null: the tenant has none. */
export function thresholdsOf({
  thresholdsVersion: version,
  thresholdsHash: hash,
  thresholdsSeal: seal,
}: DecisionContextRow): ThresholdsVersion | null {
  return version === null || hash === null ? null : { version, hash, seal };
}
