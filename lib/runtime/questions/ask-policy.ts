import type { TenantTransaction } from "@/db/client";
import { listPoliciesOfLate } from "@/db/queries/actions/policies";
import type { Outgoing, OutgoingAnswer } from "@/lib/core/access/policy";
import { activePolicyIn, askOutgoing, policyEngineOf } from "@/lib/policy/active-policy";
import type { ToolCall } from "@/lib/runtime/tools/tool";

/**
 * The policy's answer about the request that a step is about to send. Where somebody who published a version within seven days had a hand in the run,
 * as many people must approve as the strictest version of that time asks for.
 */
export async function askPolicyInRun(
  tx: TenantTransaction,
  { tenantId, step }: ToolCall,
  outgoing: Outgoing,
): Promise<OutgoingAnswer> {
  const answer = askOutgoing(await activePolicyIn(tx, tenantId), outgoing);
  if (answer.effect !== "permit" || answer.approvals === 2) return answer;
  const strictest = (await listPoliciesOfLate(tx, tenantId, step.id))
    .map((row) => askOutgoing(policyEngineOf(tenantId, row), outgoing).approvals)
    .reduce((most, one) => (one > most ? one : most), answer.approvals);
  return { ...answer, approvals: strictest };
}
