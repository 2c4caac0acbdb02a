import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { PushErrorJson, ReadbackLine } from "@/db/schema/pushes";
import type { PushContext } from "@/db/queries/pushes/pushes";
import { execute, selectFirst } from "@/db/queries/rows";
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

/** → applied. False: the fence did not hold. */
export const settleApplied = (
  tx: TenantTransaction,
  target: Target,
  proof: { nsInternalId: string; readback: ReadbackLine[]; verification: Verification },
) =>
  settle(
    tx,
    target,
    "applied",
    sql`hold_until = NULL, failure_class = NULL, last_error_json = NULL, ns_internal_id = ${proof.nsInternalId},
      readback_json = ${JSON.stringify(proof.readback)}::jsonb, verification = ${proof.verification},
      applied_at = clock_timestamp(), ended_at = clock_timestamp()`,
  );

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
  const which = sql`tenant_id = ${tenantId} AND id = ${actionId} AND status = 'approved'
    AND status IN ${statusesBefore(ACTION_TRANSITIONS, end.status)}`;
  const ended =
    end.status === "applied"
      ? await execute(tx)`
          WITH applied AS (
            UPDATE proposed_actions
            SET status = 'applied', applied_at = clock_timestamp(), ns_internal_id = ${end.nsInternalId}
            WHERE ${which} RETURNING *)
          INSERT INTO proposed_actions_applied_mirror (tenant_id, action_id, action_type, entity_type, entity_ref,
            payload_json, payload_hash, ns_internal_id, verification, decided_by_label, approved_at, applied_at)
          SELECT tenant_id, id, action_type, entity_type, entity_ref, payload_json, payload_hash, ns_internal_id,
            ${end.verification}, decided_by_label, decided_at, applied_at
          FROM applied`
      : await execute(tx)`
          UPDATE proposed_actions
          SET status = ${end.status}, ended_at = clock_timestamp(), ended_by_label = ${end.byLabel},
            end_reason = ${end.reason}
          WHERE ${which}`;
  return ended === 1;
}

/** Logs that an unknown push was probed now, and when it may be asked about again. */
export const markProbed = (tx: TenantTransaction, tenantId: number, pushId: number, againInMs: number) =>
  execute(tx)`
    UPDATE ns_pending_pushes
    SET probed_at = clock_timestamp(),
      next_attempt_at = clock_timestamp() + make_interval(secs => ${againInMs / 1000})
    WHERE tenant_id = ${tenantId} AND id = ${pushId} AND status = 'unknown'`;

/** Closes the receipt of a push with the answer to it, or leaves it open as unknown. */
export async function closeReceipt(
  tx: TenantTransaction,
  { tenantId, context: { actionKey } }: { tenantId: number; context: Pick<PushContext, "actionKey"> },
  answer: {
    status: "applied" | "unknown" | "failed" | "stale";
    response: Record<string, unknown>;
    /** Only of an applied one. `howToReverse` null: it cannot be taken back. */
    proof?: { verification: Verification; howToReverse: unknown };
  },
): Promise<void> {
  const { status, response, proof } = answer;
  const howToReverse = proof?.howToReverse ?? null;
  await execute(tx)`
    UPDATE action_receipts
    SET status = ${status}, response_metadata = ${JSON.stringify(response)}::jsonb,
      verification = ${proof?.verification ?? null}, reversible = ${howToReverse !== null},
      how_to_reverse = ${howToReverse === null ? null : JSON.stringify(howToReverse)}::jsonb,
      completed_at = CASE WHEN ${status} = 'unknown' THEN NULL ELSE clock_timestamp() END
    WHERE tenant_id = ${tenantId} AND idempotency_key = ${actionKey} AND status <> 'applied'`;
}
