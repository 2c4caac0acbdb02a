import { type TenantTransaction, inTenant } from "@/db/client";
import { byPerson } from "@/db/queries/ledger/events";
import { endByPerson } from "@/db/queries/actions/amendments";
import { lockPushes } from "@/db/queries/pushes/lines";
import { announceAction } from "@/db/queries/pushes/outbox";
import { mayDecideNow } from "@/db/queries/people/people";
import { wakeNextInLine } from "@/db/queries/pushes/push-delivery";
import { AppError } from "@/lib/core/errors";
import type { AmendVerb } from "@/lib/core/action/amend-rules";
import type { Person } from "@/lib/core/access/principal";
import { afterCommit } from "@/lib/gateway/after-commit";
import { permissionRevoked } from "@/lib/gateway/decide/claim-answer";
import type { Gateway } from "@/lib/gateway/context";
import { cancelPushes } from "@/lib/gateway/deliver/settle/cancel-pushes";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { forgedEndsOf } from "@/lib/gateway/ledger/seals/unwritten-seal";
import { log } from "@/lib/log";
import { refuseAfterRace } from "@/lib/gateway/read/actions/amend-facts";

export interface EndRequest {
  person: Person;
  actionId: number;
  from: "pending" | "approved";
  to: "cancelled" | "superseded";
  /** Kept on the row and shown to the agent. */
  reason: string;
}

/** Somebody decided, withdrew, edited or sent it first. */
export class Overtaken extends Error {}

/**
 * One transaction in which `endAction` is called. The second of two verbs changes nothing and is answered with the first.
 * @throws AppError as lib/core/action/amend-rules.ts refuses the verb now.
 */
export async function inEndingTransaction<T>(
  { person, actionId, verb }: { person: Person; actionId: number; verb: AmendVerb },
  work: (tx: TenantTransaction) => Promise<T>,
  gateway: Gateway,
): Promise<T> {
  const { tenantId } = person;
  const result = await inTenant(gateway.database, tenantId, work).catch(async (error: unknown) => {
    if (!(error instanceof Overtaken)) throw error;
    throw await inTenant(gateway.database, tenantId, (tx) => refuseAfterRace(tx, person, actionId, verb));
  });
  afterCommit(gateway, tenantId);
  return result;
}

/**
 * Ends an action within the caller's transaction, and the pushes of an approved one with it; delivery of the pushes that
 * wait behind them on the same record is requested. Returns how many pushes were cancelled.
 * @throws Overtaken where it is no longer in that state, its time has passed, or a push of it may have been sent;
 *   AppError not_allowed where the person's right to decide was taken away while they stood in line.
 */
export async function endAction(
  tx: TenantTransaction,
  { person, actionId, from, to, reason }: EndRequest,
): Promise<number> {
  const { tenantId, name } = person;
  const pushes = from === "approved" ? await cancelAllPushes(tx, person, actionId) : [];
  if (!(await endByPerson(tx, tenantId, actionId, { from, to, byLabel: name, reason })))
    throw new Overtaken();
  // The row is ours by now: authority is read at this moment, not when the session began.
  if (!(await mayDecideNow(tx, tenantId, person.userId))) throw permissionRevoked();
  await wakeNextInLine(tx, tenantId, pushes);
  return pushes.length;
}

/** Cancels every push of the action. @throws Overtaken where one is on its way, was written or may have been. */
async function cancelAllPushes(
  tx: TenantTransaction,
  { tenantId, name }: Person,
  actionId: number,
): Promise<number[]> {
  const pushes = await lockPushes(tx, tenantId, actionId);
  // A sender may have been at work since NetSuite was asked.
  if (forgedEndsOf(tenantId, actionId, pushes).length > 0) throw mayBeWritten(actionId);
  const cancelled = await cancelPushes(tx, { tenantId, actionId, byLabel: name });
  const earlier = pushes.filter(({ status }) => status === "cancelled");
  if (cancelled.length + earlier.length < pushes.length) throw new Overtaken();
  return cancelled;
}

function mayBeWritten(actionId: number): AppError {
  log.error({ actionId }, "A write that was sent is said to have ended, without the app's seal");
  return new AppError(
    "may_be_written",
    "It was sent before, and it is not certain that nothing was written. Try again in a few minutes.",
    { members: { delivery: "maybe_written" } },
  );
}

/** Writes the sealed event and the outbox row of an end, in the caller's transaction. */
export async function recordEnd(
  tx: TenantTransaction,
  { person, actionId, to }: Pick<EndRequest, "person" | "actionId" | "to">,
  details: Record<string, unknown>,
): Promise<void> {
  await appendSealedEvent(tx, {
    ...byPerson(person),
    actionId,
    type: `hitl.${to}`,
    details: { user_id: person.userId, ...details },
  });
  await announceAction(tx, person.tenantId, actionId, to);
}
