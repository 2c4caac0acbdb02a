import { type TenantTransaction, inTenant } from "@/db/client";
import { readActionRow } from "@/db/queries/actions/actions";
import { byPerson } from "@/db/queries/ledger/events";
import { mayDecideNow } from "@/db/queries/people/people";
import { wakeNextInLine } from "@/db/queries/pushes/push-delivery";
import { lockAction } from "@/db/queries/actions/amendments";
import { countLines, lockPushes } from "@/db/queries/pushes/lines";
import { endOfLines } from "@/lib/core/push/lines";
import type { CancelRemainingResult } from "@/lib/contract/actions/lines";
import { deniedWords } from "@/lib/core/access/policy";
import { AppError } from "@/lib/core/errors";
import { isRoll } from "@/lib/action-types/payload/lines";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { afterCommit } from "@/lib/gateway/after-commit";
import { permissionRevoked } from "@/lib/gateway/decide/claim-answer";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { cancelPushes } from "@/lib/gateway/deliver/settle/cancel-pushes";
import { refusalOf, resolveDoubts } from "@/lib/gateway/deliver/settle/prove-unwritten";
import { requireNoForgedEnd } from "@/lib/gateway/deliver/settle/require-genuine-end";
import { endActionIfOver } from "@/lib/gateway/deliver/settle/end-push";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { readAmendable } from "@/lib/gateway/read/actions/amend-facts";

/**
 * Gives up the lines of an approved roll that wait or gave up, so that it can end with what was written. A line that is
 * on its way, or of which nobody can say whether it was written, is settled first; the roll ends after it. A person who
 * may not decide the roll by the policy may not give up its lines either.
 * @throws AppError not_allowed, policy_denied 403; not_found 404; nothing_to_cancel, may_be_written 409.
 */
export async function cancelRemainingLines(
  person: Person,
  command: { actionId: number; reason: string },
  gateway: Gateway = getGateway(),
): Promise<CancelRemainingResult> {
  requireRole(person, "approver", "Cancelling lines");
  const { tenantId, name } = person;
  const { actionId, reason } = command;
  await inTenant(gateway.database, tenantId, (tx) => requireAllowed(tx, person, actionId));
  // Lines that are in doubt afterwards stay, and are settled by their next try.
  const doubts = await resolveDoubts(tenantId, actionId, gateway);
  await requireNoForgedEnd(tenantId, actionId, gateway);
  const result = await inTenant(gateway.database, tenantId, async (tx) => {
    const action = await requireAllowed(tx, person, actionId);
    await lockPushes(tx, tenantId, actionId);
    const cancelled =
      action.status === "approved" ? await cancelPushes(tx, { tenantId, actionId, byLabel: name }) : [];
    if (cancelled.length === 0 && doubts.written + doubts.unproven > 0) throw refusalOf(doubts);
    const isLeftOpen =
      action.status === "approved" && endOfLines(await countLines(tx, tenantId, actionId)) !== null;
    if (cancelled.length === 0 && !isLeftOpen)
      throw new AppError("nothing_to_cancel", `No line of this roll waits: it is ${action.status}.`, {
        members: { action_status: action.status },
      });
    // The lines are ours by now: authority is read at this moment, not when the session began.
    if (!(await mayDecideNow(tx, tenantId, person.userId))) throw permissionRevoked();
    // It was left open because of a line that was ended past the app, of which NetSuite has been asked by now.
    if (cancelled.length === 0) await lockAction(tx, tenantId, actionId);
    else
      await appendSealedEvent(tx, {
        ...byPerson(person),
        actionId,
        type: "push.lines_cancelled",
        details: {
          count: cancelled.length,
          push_ids: cancelled,
          ...(reason === "" ? {} : { comment: reason }),
        },
      });
    await endActionIfOver(tx, { tenantId, actionId, by: name });
    await wakeNextInLine(tx, tenantId, cancelled);
    const after = await readActionRow(tx, tenantId, actionId);
    return { action_id: actionId, cancelled: cancelled.length, status: after?.status ?? action.status };
  });
  afterCommit(gateway, tenantId);
  return result;
}

async function requireAllowed(tx: TenantTransaction, person: Person, actionId: number) {
  const action = await readActionRow(tx, person.tenantId, actionId);
  if (!action || !isRoll(action.actionType)) throw new AppError("not_found", "There is no such roll.");
  const { policyRule } = (await readAmendable(tx, person, actionId)).facts;
  if (policyRule !== null)
    throw new AppError("policy_denied", deniedWords({ rule: policyRule }, "does not let you decide this"));
  return action;
}
