import type { TenantTransaction } from "@/db/client";
import { type PushContext, readPushContext } from "@/db/queries/pushes/pushes";
import type { PolicyAnswer } from "@/lib/core/access/policy";
import { activePolicyIn, askPush, policyFactsIn } from "@/lib/policy/active-policy";

/** A push as it was read outside any lock, and the policy's answer to sending it. */
export interface PushFacts {
  context: PushContext;
  answer: PolicyAnswer;
}

/** Null: no such push in this tenant. */
export async function readPushFacts(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
): Promise<PushFacts | null> {
  const context = await readPushContext(tx, tenantId, pushId);
  if (!context) return null;
  const facts = await policyFactsIn(tx, tenantId, context);
  return { context, answer: askPush(await activePolicyIn(tx, tenantId), { facts }) };
}
