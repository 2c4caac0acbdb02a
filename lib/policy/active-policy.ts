import { type Database, type TenantTransaction, getDatabase, inTenant } from "@/db/client";
import { type PolicyRow, findLatestPolicy, insertPolicy } from "@/db/queries/actions/policies";
import { DEFAULT_POLICY_TEXT } from "./default-policy.cedar";
import { type PolicyEngine, createPolicyEngine, denyEverything, policyHash } from "./engine";

export { askAfterTier, askAutoApply, askDecide, askPropose, askPush } from "./questions";

/**
 * The version in force, read anew each time: a policy that was tightened binds the very next question.
 * No row: an engine that denies everything.
 */
export async function activePolicy(
  tenantId: number,
  database: Database = getDatabase(),
): Promise<PolicyEngine> {
  return inTenant(database, tenantId, (tx) => activePolicyIn(tx, tenantId));
}

/** The same inside a transaction that is already open. */
export async function activePolicyIn(tx: TenantTransaction, tenantId: number): Promise<PolicyEngine> {
  return policyEngineOf(tenantId, await findLatestPolicy(tx, tenantId));
}

const ENGINES_MAX = 500;
const engines = new Map<string, PolicyEngine>();

/** The same for a row that was read along with something else; null: an engine that denies everything. */
export function policyEngineOf(tenantId: number, row: PolicyRow | null): PolicyEngine {
  if (!row) return denyEverything();
  const key = `${tenantId}/${row.version}/${row.hash}`;
  const known = engines.get(key);
  if (known) return known;
  const engine = createPolicyEngine(row);
  if (engines.size >= ENGINES_MAX) engines.clear();
  engines.set(key, engine);
  return engine;
}

/** Makes the shipped policy the tenant's version in force and returns it; does nothing where it is in force already. */
export async function installDefaultPolicy(
  tx: TenantTransaction,
  tenantId: number,
  byLabel: string,
): Promise<PolicyRow> {
  const text = DEFAULT_POLICY_TEXT;
  const hash = policyHash(text);
  const current = await findLatestPolicy(tx, tenantId);
  if (current?.hash === hash) return current;
  const version = await insertPolicy(tx, {
    tenantId,
    hash,
    text,
    note: "The policy as shipped",
    createdByLabel: byLabel,
  });
  return { version, hash, text };
}
