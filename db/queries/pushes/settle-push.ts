import { type SQL, sql } from "drizzle-orm";
import type { Database, TenantTransaction } from "@/db/client";
import type { PushErrorJson, ReadbackLine } from "@/db/schema/pushes";
import type { PushContext } from "@/db/queries/pushes/pushes";
import { execute, selectFirst, selectOne } from "@/db/queries/rows";
import { mayBeginYet } from "./sent-pushes";
import { ACTION_TRANSITIONS } from "@/lib/core/action/proposed-action";
import {
  PUSH_TRANSITIONS,
  type PushStatus,
  type RollVerification,
  type Verification,
} from "@/lib/core/push/push";
import { statusesBefore } from "@/lib/core/transitions";

/**
 * The ends of an attempt to deliver. Every statement names the state that it settles and, while a lease is held, its owner
 * and attempt: a sender that lost its lease changes nothing.
 */

export type Fence =
  | { status: "pushing"; owner: string; attempt: number }
  /** A probe settles an unknown one; the attempt is the one whose outcome was unknown. */
  | { status: "unknown"; attempt: number };

function holds(fence: Fence) {
  return fence.status === "pushing"
    ? sql`status = 'pushing' AND lease_owner = ${fence.owner} AND lease_attempt = ${fence.attempt}`
    : sql`status = 'unknown' AND lease_attempt = ${fence.attempt}`;
}

interface Target {
  tenantId: number;
  pushId: number;
  fence: Fence;
}

/** The lease and the hold end with it, unless `sets` begins a new hold. False: the fence did not hold. */
async function settle(
  tx: TenantTransaction,
  { tenantId, pushId, fence }: Target,
  status: PushStatus,
  sets: SQL,
): Promise<boolean> {
  const settled = await execute(tx)`
    UPDATE ns_pending_pushes p SET status = ${status}, lease_owner = NULL, lease_expires_at = NULL, ${sets}
    WHERE tenant_id = ${tenantId} AND id = ${pushId} AND ${holds(fence)}
      AND status IN ${statusesBefore(PUSH_TRANSITIONS, status)}`;
  return settled === 1;
}

/** The cause that a failed attempt leaves on its row. */
interface Cause {
  spendsAttempt: boolean;
  failureClass: string;
  error: PushErrorJson;
}

const failedWith = ({ spendsAttempt, failureClass, error }: Cause) => sql`
  attempts = attempts + ${spendsAttempt ? 1 : 0}, failure_class = ${failureClass},
  last_error_json = ${JSON.stringify(error)}::jsonb,
  proved_unwritten_at = CASE WHEN ${error.code === "PROBED_NOT_WRITTEN"} AND NOT coalesce(${mayBeginYet}, false)
    THEN clock_timestamp() ELSE proved_unwritten_at END`;

/** The end of a push whose write was made, as `settle_applied` takes it. */
export interface AppliedEnd {
  tenant_id: number;
  push_id: number;
  action_id: number;
  action_key: string;
  fence: Fence;
  ns_internal_id: string;
  readback: readonly ReadbackLine[];
  verification: Verification;
  /** The response to store in the receipt. */
  response: Record<string, unknown>;
  /** Null: it cannot be taken back. */
  how_to_reverse: unknown;
  event_type: string;
  details: Record<string, unknown>;
  /** False: a line of a roll, whose end the caller judges. */
  ends_action: boolean;
}

/** → applied, with receipt, event and outbox, and the action where this is its only write. False: the fence did not hold. */
export async function settleApplied(tx: TenantTransaction, end: AppliedEnd): Promise<boolean> {
  const question = JSON.stringify({ ...end, needs_open_lane: false });
  const row = await selectOne<{ outcome: string }>(tx)`SELECT settle_applied(${question}::jsonb) AS outcome`;
  return row.outcome === "settled";
}

/**
 * The same in a transaction of its own, one round trip. `needsOpenLane`: where the lane is halted nothing is written, because
 * whoever opens it does so in one transaction with this.
 */
export async function settleAppliedAlone(
  { delivering }: Database,
  end: AppliedEnd,
  needsOpenLane: boolean,
): Promise<"settled" | "settled_elsewhere" | "lane_halted"> {
  const question = JSON.stringify({ ...end, needs_open_lane: needsOpenLane });
  const [row] = await delivering.sql<{ outcome: "settled" | "settled_elsewhere" | "lane_halted" }[]>`
    SELECT settle_applied(${question}::jsonb) AS outcome`;
  return row!.outcome;
}

/** → queued, to try again no earlier than `inMs` from now. False: the fence did not hold. */
export const settleRequeued = (
  tx: TenantTransaction,
  target: Target,
  { inMs, ...cause }: Cause & { inMs: number },
) =>
  settle(
    tx,
    target,
    "queued",
    sql`hold_until = NULL, ${failedWith(cause)},
      next_attempt_at = clock_timestamp() + make_interval(secs => ${inMs / 1000})`,
  );

/** How many answers in a row had this code when the push was last put back in the queue. */
export async function countAnswersInARow(
  tx: TenantTransaction,
  { tenantId, pushId }: Pick<Target, "tenantId" | "pushId">,
  code: string,
): Promise<number> {
  const row = await selectFirst<{ count: number }>(tx)`
    SELECT coalesce((last_error_json ->> 'in_a_row')::integer, 1) AS count FROM ns_pending_pushes
    WHERE tenant_id = ${tenantId} AND id = ${pushId} AND last_error_json ->> 'code' = ${code}`;
  return row?.count ?? 0;
}

/** → unknown, held for `holdSeconds`; spends the attempt. False: the fence did not hold. */
export const settleUnknown = (
  tx: TenantTransaction,
  target: Target,
  { holdSeconds, ...cause }: Omit<Cause, "spendsAttempt"> & { holdSeconds: number },
) =>
  settle(
    tx,
    target,
    "unknown",
    sql`${failedWith({ ...cause, spendsAttempt: true })},
      hold_until = clock_timestamp() + make_interval(secs => ${holdSeconds})`,
  );

/** → stale, with the app's seal on that end. False: the fence did not hold. */
export function settleStale(
  tx: TenantTransaction,
  target: Target,
  { error, seal }: { error: PushErrorJson; seal: string },
): Promise<boolean> {
  const cause = failedWith({ spendsAttempt: false, failureClass: "stale", error });
  return settle(
    tx,
    target,
    "stale",
    sql`hold_until = NULL, ${cause}, ended_at = clock_timestamp(), end_seal = ${seal}`,
  );
}

/** → dead, with a dead letter. The action stays approved. False: the fence did not hold. */
export async function settleDead(tx: TenantTransaction, target: Target, cause: Cause): Promise<boolean> {
  const sets = sql`hold_until = NULL, ${failedWith(cause)}, ended_at = clock_timestamp()`;
  if (!(await settle(tx, target, "dead", sets))) return false;
  await execute(tx)`
    INSERT INTO ns_push_dlq_log (tenant_id, push_id, action_id, payload_json, error_json, attempts)
    SELECT tenant_id, id, action_id, payload_json, last_error_json, attempts FROM ns_pending_pushes
    WHERE tenant_id = ${target.tenantId} AND id = ${target.pushId}`;
  return true;
}

export type ActionEnd =
  | { status: "applied"; nsInternalId: string; verification: RollVerification }
  /** Nothing of it was written. */
  | { status: "stale" | "cancelled"; reason: string; byLabel: string };

/** approved → applied (with the mirror row), stale or cancelled. False: it was not approved. */
export async function endDelivery(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  end: ActionEnd,
): Promise<boolean> {
  if (end.status === "applied") {
    const row = await selectOne<{ applied: boolean }>(tx)`
      SELECT apply_action(${tenantId}::bigint, ${actionId}::bigint, ${end.nsInternalId}, ${end.verification})
        AS applied`;
    return row.applied;
  }
  const ended = await execute(tx)`
    UPDATE proposed_actions
    SET status = ${end.status}, ended_at = clock_timestamp(), ended_by_label = ${end.byLabel},
      end_reason = ${end.reason}
    WHERE tenant_id = ${tenantId} AND id = ${actionId} AND status = 'approved'
      AND status IN ${statusesBefore(ACTION_TRANSITIONS, end.status)}`;
  return ended === 1;
}

/** Logs that an unknown push was probed now, and when it may be asked about again. */
export const markProbed = (tx: TenantTransaction, tenantId: number, pushId: number, againInMs: number) =>
  execute(tx)`
    UPDATE ns_pending_pushes
    SET probed_at = clock_timestamp(),
      next_attempt_at = clock_timestamp() + make_interval(secs => ${againInMs / 1000})
    WHERE tenant_id = ${tenantId} AND id = ${pushId} AND status = 'unknown'`;

/** Closes the receipt of a push that was not applied with the answer to it, or leaves it open as unknown. */
export async function closeReceipt(
  tx: TenantTransaction,
  { tenantId, context: { actionKey } }: { tenantId: number; context: Pick<PushContext, "actionKey"> },
  { status, response }: { status: "unknown" | "failed" | "stale"; response: Record<string, unknown> },
): Promise<void> {
  await execute(tx)`
    UPDATE action_receipts
    SET status = ${status}, response_metadata = ${JSON.stringify(response)}::jsonb, verification = NULL,
      reversible = false, how_to_reverse = NULL,
      completed_at = CASE WHEN ${status} = 'unknown' THEN NULL ELSE clock_timestamp() END
    WHERE tenant_id = ${tenantId} AND idempotency_key = ${actionKey} AND status <> 'applied'`;
}
