import type { PolicyRow } from "@/db/queries/actions/policies";

/**
 * The last policy text seen per tenant, so that a decision's one read need not carry it each time. Never trusted beyond
 * its hash: the read says which hash is in force, and a text is used only for that very hash.
 */
const seen = new Map<number, PolicyRow>();
const tenantsMax = 1_000;

export function cachedPolicyHash(tenantId: number): string | null {
  return seen.get(tenantId)?.hash ?? null;
}

/** The policy that a read named; null where the tenant has none, which denies everything. */
export function resolvePolicy(
  tenantId: number,
  read: { policy_version: number | null; policy_hash: string | null; policy_text: string | null },
): PolicyRow | null {
  if (read.policy_version === null || read.policy_hash === null) return null;
  const text = read.policy_text ?? seen.get(tenantId)?.text;
  if (text === undefined || (read.policy_text === null && seen.get(tenantId)?.hash !== read.policy_hash))
    return null;
  const row = { version: read.policy_version, hash: read.policy_hash, text };
  if (seen.size >= tenantsMax) seen.clear();
  seen.set(tenantId, row);
  return row;
}
