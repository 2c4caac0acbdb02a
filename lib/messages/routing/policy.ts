import type { TenantTransaction } from "@/db/client";
import { readListedAction } from "@/db/queries/actions/actions";
import { activePolicyIn, askDecide, policyFactsIn } from "@/lib/policy/active-policy";
import type { Reachable } from "./people";

interface PolicyQuestion {
  tx: TenantTransaction;
  tenantId: number;
  actionId: number;
  people: readonly Pick<Reachable, "userId" | "role">[];
}

/** Those of these people whom the policy does not let decide the action, as it stands now. The claim asks again. */
export async function forbiddenBy({ tx, tenantId, actionId, people }: PolicyQuestion): Promise<number[]> {
  const row = await readListedAction(tx, tenantId, actionId);
  if (!row) return people.map(({ userId }) => userId);
  const engine = await activePolicyIn(tx, tenantId);
  const facts = await policyFactsIn(tx, tenantId, { ...row.action, agentName: row.agentName });
  const isForbidden = ({ userId, role }: Pick<Reachable, "userId" | "role">) =>
    askDecide(engine, { person: { tenantId, userId, role }, facts }).effect !== "permit";
  return people.filter(isForbidden).map(({ userId }) => userId);
}
