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
  read: { policyVersion: number | null; policyHash: string | null; policyText: string | null },
): PolicyRow | null {
  if (read.policyVersion === null || read.policyHash === null) return null;
  const text = read.policyText ?? seen.get(tenantId)?.text;
  if (text === undefined || (read.policyText === null && seen.get(tenantId)?.hash !== read.policyHash))
    return null;
  const row = { version: read.policyVersion, hash: read.policyHash, text };
  if (seen.size >= tenantsMax) seen.clear();
  seen.set(tenantId, row);
  return row;
}
