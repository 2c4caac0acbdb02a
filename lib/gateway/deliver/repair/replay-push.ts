import { type TenantTransaction, inTenant } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger/events";
import { requestDelivery } from "@/db/queries/pushes/push-delivery";
import { findDeadLetter, findPushOfAction, putBack } from "@/db/queries/pushes/replay";
import { putBackLines } from "@/db/queries/pushes/roll-lines";
import type { RetryResult } from "@/lib/contract/dead-letters";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { reconcileTenant } from "./reconcile-pushes";

/**
 * Tries an approved action's push again: a dead one goes back to the queue with fresh attempts, a waiting one becomes due
 * now, an unknown one is probed (never sent blindly). Of a roll: all such lines at once. @throws AppError not_allowed 403; not_found 404; not_replayable 409.
 */
export async function retryPush(
  person: Person,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<RetryResult> {
  requireRole(person, "admin");
  const result = await inTenant(gateway.database, person.tenantId, async (tx) => {
    const push = await findPushOfAction(tx, person.tenantId, actionId);
    if (!push) throw new AppError("not_found", "There is no push for such an action: it was not approved.");
    return push.lineNo === 0
      ? retryIn(tx, person, push.id, actionId)
      : retryLinesIn(tx, person, push.id, actionId);
  });
  afterCommit(gateway, person.tenantId);
  return result;
}

/** The same, named by its dead letter. @throws AppError not_allowed 403; not_found 404; not_replayable 409. */
export async function replayDeadLetter(
  person: Person,
  dlqId: number,
  gateway: Gateway = getGateway(),
): Promise<RetryResult> {
  requireRole(person, "admin");
  const result = await inTenant(gateway.database, person.tenantId, async (tx) => {
    const letter = await findDeadLetter(tx, person.tenantId, dlqId);
    if (!letter) throw new AppError("not_found", "There is no such dead letter.");
    if (letter.replayedAt !== null)
      throw new AppError("not_replayable", "This dead letter was replayed before.");
    return retryIn(tx, person, letter.pushId, letter.actionId);
  });
  afterCommit(gateway, person.tenantId);
  return result;
}

/** Asks now for everything that reconciliation would ask for at its next turn. @throws AppError not_allowed 403. */
export async function drainPushes(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<{ requested: number; revived: number }> {
  requireRole(person, "admin");
  return reconcileTenant(person.tenantId, gateway);
}

async function retryIn(
  tx: TenantTransaction,
  person: Person,
  pushId: number,
  actionId: number,
): Promise<RetryResult> {
  const { tenantId, name } = person;
  const status = await putBack(tx, tenantId, pushId, name);
  if (status !== "queued" && status !== "unknown") {
    throw new AppError("not_replayable", `There is nothing to retry: this push is ${status}.`, {
      members: { push_status: status },
    });
  }
  await appendEvent(tx, {
    tenantId,
    actionId,
    type: "push.retry_requested",
    actorKind: "person",
    actorLabel: name,
    details: { push_id: pushId },
  });
  await requestDelivery(tx, tenantId, pushId);
  return { action_id: actionId, push_id: pushId, status, requested: true, lines: null };
}

async function retryLinesIn(
  tx: TenantTransaction,
  person: Person,
  firstLineId: number,
  actionId: number,
): Promise<RetryResult> {
  const { tenantId, name } = person;
  const { count, first } = await putBackLines(tx, tenantId, actionId, name);
  if (first === null) {
    throw new AppError("not_replayable", "There is nothing to retry: every line of this roll has ended.", {
      members: { push_status: "applied" },
    });
  }
  await appendEvent(tx, {
    tenantId,
    actionId,
    type: "push.retry_requested",
    actorKind: "person",
    actorLabel: name,
    details: { push_id: firstLineId, count },
  });
  await requestDelivery(tx, tenantId, first);
  return { action_id: actionId, push_id: first, status: "queued", requested: true, lines: count };
}
