import type { EndResult } from "@/lib/contract/actions/amend";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { endAction, inEndingTransaction, recordEnd } from "./end-action";
import { endResultOf } from "./end-result";
import { requireUnwritten } from "@/lib/gateway/deliver/settle/prove-unwritten";
import { readIfAllowed } from "@/lib/gateway/read/actions/amend-facts";

/**
 * Takes back an approval of which nothing was sent, or whose push gave up without writing: push and action → cancelled.
 * The holder of a lease on the push wins; nothing that may have been written is cancelled, and what ever left is probed.
 * @throws AppError not_allowed, policy_denied 403; not_found 404; not_cancellable, already_decided, may_be_written 409;
 *   expired 410.
 */
export async function cancelAction(
  person: Person,
  actionId: number,
  comment: string,
  gateway: Gateway = getGateway(),
): Promise<EndResult> {
  await readIfAllowed("cancel", person, actionId, gateway);
  await requireUnwritten(person.tenantId, actionId, gateway);
  const end = { person, actionId, from: "approved", to: "cancelled" } as const;
  return inEndingTransaction(
    { person, actionId, verb: "cancel" },
    async (tx) => {
      const cancelled = await endAction(tx, { ...end, reason: `cancelled: ${comment}` });
      await recordEnd(tx, end, { comment, after_approval: true, pushes_cancelled: cancelled });
      return endResultOf(tx, person.tenantId, actionId, cancelled);
    },
    gateway,
  );
}
