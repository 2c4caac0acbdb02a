import type { TenantTransaction } from "@/db/client";
import type { PolicyRow } from "@/db/queries/policies";
import type {
  ActionFacts,
  DecisionRequirements,
  DecidingPerson,
  PolicyAnswer,
  ProposeFacts,
} from "@/lib/core/policy";
import type { PolicyEngine } from "./engine";

/** Reads the version in force, in a transaction of its own. No row: an engine that denies everything. */
export async function activePolicy(_tenantId: number): Promise<PolicyEngine> {
  throw new Error("not built yet");
}
/** The same inside a transaction that is already open. */
export async function activePolicyIn(_tx: TenantTransaction, _tenantId: number): Promise<PolicyEngine> {
  throw new Error("not built yet");
}
/** The same for a row the caller has read already; null: an engine that denies everything. */
export function policyEngineOf(_tenantId: number, _row: PolicyRow | null): PolicyEngine {
  throw new Error("not built yet");
}
/** Installs the shipped policy as the tenant's next version; returns it. */
export async function installDefaultPolicy(
  _tx: TenantTransaction,
  _tenantId: number,
  _byLabel: string,
): Promise<PolicyRow> {
  throw new Error("not built yet");
}
export function askPropose(engine: PolicyEngine, proposal: ProposeFacts): PolicyAnswer {
  return engine.ask({ action: "propose", proposal });
}
export function askAfterTier(_engine: PolicyEngine, _facts: ActionFacts): DecisionRequirements {
  throw new Error("not built yet");
}
export function askAutoApply(
  engine: PolicyEngine,
  { facts, standingAuthorisation }: { facts: ActionFacts; standingAuthorisation: boolean },
): PolicyAnswer {
  return engine.ask({ action: "auto_apply", facts, standingAuthorisation });
}
/** `decision` defaults to approve, the stricter of the two. */
export function askDecide(
  engine: PolicyEngine,
  {
    person,
    facts,
    decision = "approve",
  }: { person: DecidingPerson; facts: ActionFacts; decision?: "approve" | "reject" },
): PolicyAnswer {
  return engine.ask({ action: "decide", person, facts, decision });
}
export function askPush(engine: PolicyEngine, { facts }: { facts: ActionFacts }): PolicyAnswer {
  return engine.ask({ action: "push", facts });
}
