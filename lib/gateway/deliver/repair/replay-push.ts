import { type TenantTransaction, inTenant } from "@/db/client";
import { readActionRow } from "@/db/queries/actions/actions";
import { byPerson } from "@/db/queries/ledger/events";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { requestDelivery } from "@/db/queries/pushes/push-delivery";
import { findDeadLetter } from "@/db/queries/pushes/dead-letters";
import { lockPushes, putBack } from "@/db/queries/pushes/lines";
import type { RetryResult } from "@/lib/contract/monitoring/dead-letters";
import { isRoll } from "@/lib/action-types/payload/lines";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { reconcileTenant } from "./reconcile-pushes";

/**
 * Tries the lines of an approved action again: dead ones go back to the queue with fresh attempts, waiting ones become due
 * now, unknown ones are probed (never sent blindly). @throws AppError not_allowed 403; not_found 404; not_replayable 409.
 */
export async function retryPush(
  person: Person,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<RetryResult> {
  return retry(person, gateway, async (tx) => {
    const pushes = await lockPushes(tx, person.tenantId, actionId);
    if (pushes.length === 0)
      throw new AppError("not_found", "There is no push for such an action: it was not approved.");
    const action = await readActionRow(tx, person.tenantId, actionId);
    return { actionId, pushes, isCounted: isRoll(action!.actionType) };
  });
}

/** The same for the one line that a dead letter names. @throws AppError as `retryPush`. */
export async function replayDeadLetter(
  person: Person,
  dlqId: number,
  gateway: Gateway = getGateway(),
): Promise<RetryResult> {
  return retry(person, gateway, async (tx) => {
    const letter = await findDeadLetter(tx, person.tenantId, dlqId);
    if (!letter) throw new AppError("not_found", "There is no such dead letter.");
    if (letter.replayedAt !== null)
      throw new AppError("not_replayable", "This dead letter was replayed before.");
    const { actionId, pushId } = letter;
    const pushes = await lockPushes(tx, person.tenantId, actionId);
    return { actionId, pushes: pushes.filter(({ id }) => id === pushId), isCounted: false };
  });
}

/** Asks now for everything that reconciliation would ask for at its next turn. @throws AppError not_allowed 403. */
export async function drainPushes(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<{ requested: number; revived: number }> {
  requireRole(person, "admin");
  return reconcileTenant(person.tenantId, gateway);
}

type Push = Awaited<ReturnType<typeof lockPushes>>[number];

interface Retriable {
  actionId: number;
  pushes: Push[];
  /** Whether people are told how many lines there were. */
  isCounted: boolean;
}

async function retry(
  person: Person,
  gateway: Gateway,
  find: (tx: TenantTransaction) => Promise<Retriable>,
): Promise<RetryResult> {
  requireRole(person, "admin");
  const { tenantId, name } = person;
  const result = await inTenant(gateway.database, tenantId, async (tx): Promise<RetryResult> => {
    const { actionId, pushes, isCounted } = await find(tx);
    const ids = pushes.map(({ id }) => id);
    const waiting = await putBack(tx, tenantId, ids, name);
    const [first] = waiting;
    if (!first) throw nothingToRetry(pushes, isCounted);
    const count = isCounted ? waiting.length : null;
    await appendSealedEvent(tx, {
      ...byPerson(person),
      actionId,
      type: "push.retry_requested",
      details: {
        push_id: ids[0],
        push_ids: waiting.map(({ id }) => id),
        ...(count === null ? {} : { count }),
      },
    });
    await requestDelivery(tx, tenantId, first.id);
    return { action_id: actionId, push_id: first.id, status: first.status, requested: true, lines: count };
  });
  afterCommit(gateway, tenantId);
  return result;
}

function nothingToRetry(pushes: readonly Push[], isCounted: boolean): AppError {
  const ends = ["pushing", "applied", "stale", "cancelled"] as const;
  const status = ends.find((end) => pushes.some((push) => push.status === end));
  const subject =
    isCounted && status !== "pushing" ? "every line of this roll has ended" : `this push is ${status}`;
  return new AppError("not_replayable", `There is nothing to retry: ${subject}.`, {
    members: { push_status: status },
  });
}
