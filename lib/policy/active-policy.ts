/**
 * This room asks Cedar: may it be proposed, may it be applied without a person, may this person decide it, may it be
 * sent.
 */

import { type Database, type TenantTransaction, getDatabase, inTenant } from "@/db/client";
import { type PolicyRow, findLatestPolicy } from "@/db/queries/actions/policies";
import { type ThresholdsVersion, findLatestThresholds } from "@/db/queries/actions/tier-rules";
import { countApprovers } from "@/db/queries/people/people";
import { type ActionFacts, ENGINE_RULES, policyFactsOf } from "@/lib/core/access/policy";
import { log } from "@/lib/log";
import { type PolicyEngine, createPolicyEngine, denyEverything } from "./engine";
import { isPublished } from "./policy-seal";
import { areSetHere } from "./thresholds-seal";

export { askAfterTier, askAutoApply, askDecide, askOutgoing, askPropose, askPush } from "./questions";

/**
 * The policy version in force. It is read on every call, so a stricter policy binds the very next question. A tenant
 * without a row gets an engine that denies everything.
 */
export async function activePolicy(
  tenantId: number,
  database: Database = getDatabase(),
): Promise<EngineInForce> {
  return inTenant(database, tenantId, (tx) => activePolicyIn(tx, tenantId));
}

/** The same, in the caller's transaction. */
export async function activePolicyIn(tx: TenantTransaction, tenantId: number): Promise<EngineInForce> {
  const [policy, thresholds] = await Promise.all([
    findLatestPolicy(tx, tenantId),
    findLatestThresholds(tx, tenantId),
  ]);
  return engineInForce(tenantId, policy, thresholds);
}

/** The facts of an action's row, with the people who may approve it now. */
export async function policyFactsIn(
  tx: TenantTransaction,
  tenantId: number,
  row: Omit<ActionFacts, "tenantId" | "approverCount">,
): Promise<ActionFacts> {
  const { agentName } = row;
  return policyFactsOf(row, { tenantId, agentName, approverCount: await countApprovers(tx, tenantId) });
}

/** A policy and the thresholds that set the tiers which it is asked about. */
export interface EngineInForce extends PolicyEngine {
  /** 0: there are none. */
  thresholdsVersion: number;
}

/**
 * For proposing and deciding. Thresholds without their seal deny everything, as a policy without its seal does. A push asks
 * `policyEngineOf`: the tier of an approved action stands in the approval's own seal.
 */
export function engineInForce(
  tenantId: number,
  policy: PolicyRow | null,
  thresholds: ThresholdsVersion | null,
): EngineInForce {
  const thresholdsVersion = thresholds?.version ?? 0;
  const engine = policyEngineOf(tenantId, policy);
  if (areSetHere(tenantId, thresholds)) return { ...engine, thresholdsVersion };
  log.error(
    { tenantId, version: thresholdsVersion },
    "Thresholds without their seal deny everything: they were changed past the app",
  );
  return { ...denyEverything(ENGINE_RULES.thresholdsUnsealed, engine), thresholdsVersion };
}

const ENGINES_MAX = 500;
const engines = new Map<string, PolicyEngine>();

/** The engine of a policy row that the caller has read. Null, and a row without its seal, give one that denies everything. */
export function policyEngineOf(tenantId: number, row: PolicyRow | null): PolicyEngine {
  if (!row) return denyEverything();
  if (!isPublished({ tenantId, ...row }, row.seal)) {
    const { version } = row;
    log.error(
      { tenantId, version },
      "A policy without its seal denies everything: it was written past the app",
    );
    return denyEverything(ENGINE_RULES.unsealed, row);
  }
  const key = `${tenantId}/${row.version}/${row.hash}`;
  const cached = engines.get(key);
  if (cached) return cached;
  const engine = createPolicyEngine(row);
  if (engines.size >= ENGINES_MAX) engines.clear();
  engines.set(key, engine);
  return engine;
}
