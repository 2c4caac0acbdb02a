import { type Database, type TenantTransaction, inTenantPrepared } from "@/db/client";
import type { SeenSwitch } from "@/db/queries/controls/kill-switches";
import { selectAll } from "@/db/queries/rows";
import type { Lease } from "./push-leases";
import { mayBeginYet, sentWithoutProof } from "./sent-pushes";

/** The two looks before a write leaves, one SQL function and one round trip each, and the writes that have left. */

export interface SendingRequest {
  tenant_id: number;
  push_id: number;
  lease_owner: string;
  lease_seconds: number;
  lane_probe_seconds: number;
  /** The version by which the caller judged; 0: the tenant has none. */
  policy_version: number;
  /** The account that it goes to. Null: one account serves every tenant, or the destination is another. */
  account: string | null;
  /** The id of the tenant's own account as read with the push's facts. Null: it had none. */
  own_account_id: number | null;
  switches: readonly string[];
  switches_from_environment: readonly string[];
  /** As they were read with the facts of the push. */
  switches_seen: readonly SeenSwitch[];
  /** Null: the caller refuses to send it, and leases it only to settle that. */
  receipt: { correlation_id: string; metadata: Record<string, unknown> } | null;
}

/** The reasons why a push could not be leased. */
export interface PushObstacle {
  status: string;
  dueInMs: number;
  earlierPushId: number | null;
  /** Null: this push does not go by the lane. */
  laneState: string | null;
  /** Null: the lane has no row, which counts as halted. */
  laneProbeInMs: number | null;
}

export interface NewLease {
  /** The fence. */
  leaseAttempt: number;
  /** Attempts spent by now: others may have tried it since its facts were read. */
  attempts: number;
  /** Its effect is proven already, and nothing must be sent. */
  receiptExists: boolean;
}

export type SendingStart =
  | ({ outcome: "leased" } & NewLease)
  | { outcome: "halted"; haltedBy: string }
  | ({ outcome: "waiting" } & PushObstacle)
  /** The policy, the action, the tenant's account or entitlement, or a switch is no longer the one that the caller judged. */
  | { outcome: "changed" }
  | { outcome: "not_found" };

/**
 * queued → pushing, with the receipt. Measured: see docs/adr/0046. It is one statement, so that a process that is frozen
 * holds no lock.
 */
export async function beginSending(database: Database, request: SendingRequest): Promise<SendingStart> {
  const [row] = await database.delivering.sql<SendingStart[]>`
    SELECT * FROM begin_sending(${JSON.stringify(request)}::jsonb)`;
  return row!;
}

/**
 * The lease that `beginSending` took for this owner, where its answer got lost. Nobody else names that owner, and nothing has left under it: the
 * last look has not been made. Waits for a statement that is still at it. Null: it took none, or the lease has run out.
 */
export const findOwnLease = (
  database: Database,
  { tenant_id: tenantId, push_id: pushId, lease_owner: owner, receipt }: SendingRequest,
): Promise<NewLease | null> =>
  inTenantPrepared(database.delivering, tenantId, async (tx) => {
    const [row] = await selectAll<NewLease>(tx)`
      SELECT p.lease_attempt, p.attempts,
        ${receipt !== null}::boolean AND EXISTS (
          SELECT 1 FROM action_receipts r WHERE r.tenant_id = p.tenant_id AND r.idempotency_key = p.action_key
            AND r.status = 'applied') AS receipt_exists
      FROM ns_pending_pushes p
      WHERE p.tenant_id = ${tenantId} AND p.id = ${pushId} AND p.status = 'pushing' AND p.lease_owner = ${owner}
        AND p.sent_at IS NULL AND p.lease_expires_at > clock_timestamp()
      FOR NO KEY UPDATE OF p`;
    return row ?? null;
  });

/**
 * The last statement before a request leaves. Returns the end of the lease, after which the destination must not begin. Null:
 * the action has ended, a switch is engaged, the tenant has another account, or the lease ran out or was lost, and nothing may leave.
 */
export async function confirmSending(
  database: Database,
  request: Pick<
    SendingRequest,
    | "tenant_id"
    | "push_id"
    | "lease_seconds"
    | "own_account_id"
    | "switches"
    | "switches_from_environment"
    | "switches_seen"
  >,
  lease: Lease,
): Promise<string | null> {
  const question = { ...request, lease_owner: lease.owner, lease_attempt: lease.attempt };
  const [row] = await database.delivering.sql<{ notAfter: string | null }[]>`
    SELECT confirm_sending(${JSON.stringify(question)}::jsonb) AS not_after`;
  return row!.notAfter;
}

/** A write that left and may still arrive. */
export interface InFlight {
  pushId: number;
  actionId: number;
  lineNo: number;
  /** `answered`: the answer may come from a proxy, and NetSuite may still begin the request. */
  status: "pushing" | "unknown" | "answered";
  sentAt: string;
  /** How many there are, beyond the limit too; the same in every row. */
  total: number;
}

/**
 * The tenant's writes that may still arrive: first those of senders, at most one for each place among the requests in flight,
 * so that no limit cuts them off; then those that nobody answered in time, until their hold has passed, and those whose
 * request may begin although it was answered. Newest first. Nothing is locked.
 *
 * Measured: two index scans, 4 ms with the transaction, beside 100,000 queued pushes of the tenant.
 */
export const listInFlight = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<InFlight>(tx)`
    SELECT *, count(*) OVER ()::int AS total FROM (
      SELECT p.id AS push_id, p.action_id, p.line_no, p.last_sent_at AS sent_at,
        CASE WHEN p.status = 'pushing' AND p.sent_at IS NOT NULL THEN 'pushing'
          WHEN p.status = 'unknown' THEN 'unknown' ELSE 'answered' END AS status
      FROM ns_pending_pushes p
      WHERE p.tenant_id = ${tenantId} AND (
           p.status IN ('pushing', 'unknown') AND p.sent_at IS NOT NULL
           AND (p.status = 'pushing' OR p.hold_until > clock_timestamp())
        OR p.status NOT IN ('applied', 'cancelled') AND ${sentWithoutProof} AND ${mayBeginYet})
    ) AS writes
    ORDER BY status = 'pushing' DESC, sent_at DESC, push_id DESC LIMIT ${limit}`;
