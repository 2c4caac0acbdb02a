import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { PushErrorJson, ReadbackLine } from "@/db/schema/pushes";
import { selectRows } from "@/db/queries/rows";
import type { RollVerification, Verification } from "@/lib/core/push/push";

/**
 * What ends a try at pushing. Every statement names the state it settles and, while a lease is held, its owner and
 * attempt: a worker that lost its lease changes nothing.
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

/** → applied. False: the fence did not hold. */
export async function settleApplied(
  tx: TenantTransaction,
  { tenantId, pushId, fence }: Target,
  proof: { nsInternalId: string; readback: ReadbackLine[]; verification: Verification },
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE ns_pending_pushes SET status = 'applied', lease_owner = NULL, lease_expires_at = NULL, hold_until = NULL,
               ns_internal_id = ${proof.nsInternalId}, readback_json = ${JSON.stringify(proof.readback)}::jsonb,
               verification = ${proof.verification}, applied_at = clock_timestamp(), ended_at = clock_timestamp(),
               failure_class = NULL, last_error_json = NULL
        WHERE tenant_id = ${tenantId} AND id = ${pushId} AND ${holds(fence)} RETURNING id`,
  );
  return rows.length === 1;
}

/** approved → applied, with the mirror row beside it. */
export async function markActionApplied(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  nsInternalId: string,
  verification: RollVerification,
): Promise<void> {
  const rows = await selectRows(
    tx,
    sql`WITH applied AS (
          UPDATE proposed_actions SET status = 'applied', applied_at = clock_timestamp(), ns_internal_id = ${nsInternalId}
          WHERE tenant_id = ${tenantId} AND id = ${actionId} AND status = 'approved' RETURNING *)
        INSERT INTO proposed_actions_applied_mirror (tenant_id, action_id, action_type, entity_type, entity_ref, payload_json,
          payload_hash, ns_internal_id, verification, decided_by_label, approved_at, applied_at)
        SELECT tenant_id, id, action_type, entity_type, entity_ref, payload_json, payload_hash, ns_internal_id, ${verification},
          decided_by_label, decided_at, applied_at FROM applied RETURNING id`,
  );
  if (rows.length !== 1) throw new Error(`action ${actionId} was not approved when its push was applied`);
}

/** → queued, to try again no earlier than `inMs` from now. False: the fence did not hold. */
export async function settleRequeued(
  tx: TenantTransaction,
  { tenantId, pushId, fence }: Target,
  next: { inMs: number; spendsAttempt: boolean; failureClass: string; error: PushErrorJson },
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE ns_pending_pushes SET status = 'queued', lease_owner = NULL, lease_expires_at = NULL, hold_until = NULL,
               attempts = attempts + ${next.spendsAttempt ? 1 : 0}, failure_class = ${next.failureClass},
               last_error_json = ${JSON.stringify(next.error)}::jsonb,
               next_attempt_at = clock_timestamp() + make_interval(secs => ${next.inMs / 1000})
        WHERE tenant_id = ${tenantId} AND id = ${pushId} AND ${holds(fence)} RETURNING id`,
  );
  return rows.length === 1;
}

/** → unknown, held for `holdSeconds`; spends the attempt. False: the fence did not hold. */
export async function settleUnknown(
  tx: TenantTransaction,
  { tenantId, pushId, fence }: Target,
  next: { holdSeconds: number; failureClass: "unknown" | "conflict"; error: PushErrorJson },
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE ns_pending_pushes SET status = 'unknown', lease_owner = NULL, lease_expires_at = NULL,
               attempts = attempts + 1, failure_class = ${next.failureClass}, last_error_json = ${JSON.stringify(next.error)}::jsonb,
               hold_until = clock_timestamp() + make_interval(secs => ${next.holdSeconds})
        WHERE tenant_id = ${tenantId} AND id = ${pushId} AND ${holds(fence)} RETURNING id`,
  );
  return rows.length === 1;
}

/** → stale. False: the fence did not hold. */
export async function settleStale(
  tx: TenantTransaction,
  { tenantId, pushId, fence }: Target,
  error: PushErrorJson,
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE ns_pending_pushes SET status = 'stale', lease_owner = NULL, lease_expires_at = NULL, hold_until = NULL,
               failure_class = 'stale', last_error_json = ${JSON.stringify(error)}::jsonb, ended_at = clock_timestamp()
        WHERE tenant_id = ${tenantId} AND id = ${pushId} AND ${holds(fence)} RETURNING id`,
  );
  return rows.length === 1;
}

/** approved → stale or cancelled: nothing of it was written. */
export async function markActionEnded(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  end: { status: "stale" | "cancelled"; reason: string; byLabel: string },
): Promise<void> {
  await tx.execute(
    sql`UPDATE proposed_actions SET status = ${end.status}, ended_at = clock_timestamp(), ended_by_label = ${end.byLabel}, end_reason = ${end.reason}
        WHERE tenant_id = ${tenantId} AND id = ${actionId} AND status = 'approved'`,
  );
}

/** → dead, with a dead letter. The action stays approved. False: the fence did not hold. */
export async function settleDead(
  tx: TenantTransaction,
  { tenantId, pushId, fence }: Target,
  cause: { spendsAttempt: boolean; failureClass: string; error: PushErrorJson },
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`WITH dead AS (
          UPDATE ns_pending_pushes SET status = 'dead', lease_owner = NULL, lease_expires_at = NULL, hold_until = NULL,
                 attempts = attempts + ${cause.spendsAttempt ? 1 : 0}, failure_class = ${cause.failureClass},
                 last_error_json = ${JSON.stringify(cause.error)}::jsonb, ended_at = clock_timestamp()
          WHERE tenant_id = ${tenantId} AND id = ${pushId} AND ${holds(fence)} RETURNING *)
        INSERT INTO ns_push_dlq_log (tenant_id, push_id, action_id, payload_json, error_json, attempts)
        SELECT tenant_id, id, action_id, payload_json, last_error_json, attempts FROM dead RETURNING id`,
  );
  return rows.length === 1;
}

/** Notes when an unknown push was last probed. */
export async function markProbed(tx: TenantTransaction, tenantId: number, pushId: number): Promise<void> {
  await tx.execute(
    sql`UPDATE ns_pending_pushes SET probed_at = clock_timestamp() WHERE tenant_id = ${tenantId} AND id = ${pushId}`,
  );
}

/** The receipt of this effect, opened before anything is sent. A second lease of the same push finds it open. */
export async function openReceipt(
  tx: TenantTransaction,
  receipt: {
    tenantId: number;
    actionKey: string;
    actionId: number;
    pushId: number;
    correlationId: string;
    request: Record<string, unknown>;
  },
): Promise<void> {
  await tx.execute(
    sql`INSERT INTO action_receipts (tenant_id, idempotency_key, action_id, push_id, status, request_metadata, correlation_id)
        VALUES (${receipt.tenantId}, ${receipt.actionKey}, ${receipt.actionId}, ${receipt.pushId}, 'started',
          ${JSON.stringify(receipt.request)}::jsonb, ${receipt.correlationId})
        ON CONFLICT (tenant_id, idempotency_key) DO UPDATE SET status = 'started', completed_at = NULL
          WHERE action_receipts.status <> 'applied'`,
  );
}

export async function closeReceipt(
  tx: TenantTransaction,
  receipt: {
    tenantId: number;
    actionKey: string;
    status: "applied" | "unknown" | "failed" | "stale";
    response: Record<string, unknown>;
    verification: Verification | null;
    howToReverse: unknown;
  },
): Promise<void> {
  const reversible = receipt.howToReverse !== null;
  await tx.execute(
    sql`UPDATE action_receipts SET status = ${receipt.status}, response_metadata = ${JSON.stringify(receipt.response)}::jsonb,
               verification = ${receipt.verification}, reversible = ${reversible},
               how_to_reverse = ${reversible ? JSON.stringify(receipt.howToReverse) : null}::jsonb,
               completed_at = CASE WHEN ${receipt.status} = 'unknown' THEN NULL ELSE clock_timestamp() END
        WHERE tenant_id = ${receipt.tenantId} AND idempotency_key = ${receipt.actionKey} AND status <> 'applied'`,
  );
}

/** True where this key's effect is already proven: then nothing is sent. */
export async function hasAppliedReceipt(
  tx: TenantTransaction,
  tenantId: number,
  actionKey: string,
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`SELECT 1 FROM action_receipts WHERE tenant_id = ${tenantId} AND idempotency_key = ${actionKey} AND status = 'applied'`,
  );
  return rows.length > 0;
}
