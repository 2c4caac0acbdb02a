import type { EndResult } from "@/lib/contract/actions/amend";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { endAction, inEndingTransaction, recordEnd } from "./end-action";
import { endResultOf } from "./end-result";
import { readIfAllowed } from "@/lib/gateway/read/actions/amend-facts";

/**
 * pending → cancelled by this version's author, or by the person that the agent spoke for. Agents withdraw their own
 * proposals by withdraw-proposal.ts.
 * @throws AppError not_allowed 403; not_found 404; not_withdrawable 409 once it is decided or its time has run out.
 */
export async function withdrawAction(
  person: Person,
  actionId: number,
  reason: string | null,
  gateway: Gateway = getGateway(),
): Promise<EndResult> {
  await readIfAllowed("withdraw", person, actionId, gateway);
  const end = { person, actionId, from: "pending", to: "cancelled" } as const;
  return inEndingTransaction(
    { person, actionId, verb: "withdraw" },
    async (tx) => {
      await endAction(tx, { ...end, reason: reason ? `withdrawn: ${reason}` : "withdrawn" });
      await recordEnd(tx, end, reason ? { comment: reason } : {});
      return endResultOf(tx, person.tenantId, actionId, 0);
    },
    gateway,
  );
}
