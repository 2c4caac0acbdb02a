import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "../client";
import { readLane } from "./lanes";
import { selectRows } from "./rows";

/** What a push needs before it may be sent; read outside any lock, checked again when sending begins. */
export interface PushContext {
  push_id: number;
  action_id: number;
  action_key: string;
  /** 0: the only write of its action; otherwise the line of a roll, from 1. */
  line_no: number;
  destination: "netsuite" | "internal";
  push_status: string;
  payload_json: unknown;
  push_payload_hash: string;
  attempts: number;
  lease_attempt: number;
  failure_class: string | null;
  hold_passed: boolean;
  hold_until: string | null;
  next_attempt_at: string;
  send_round: number;
  action_status: string;
  action_type: string;
  payload_text: string;
  payload_hash: string;
  risk_level: 1 | 2 | 3 | 4 | 5;
  impact_cents: number | null;
  on_behalf_of_user_id: number | null;
  required_approvals: number;
  correlation_id: string;
  trace_id: string | null;
  agent_name: string;
  decided_by_label: string;
  decided_at: string;
  /** A claiming decision on this very payload stands in the table, with as many approvers as were asked for. */
  decision_stands: boolean;
  /** While pushing: how long its sender still owns it; zero or less once the lease has run out. */
  lease_left_ms: number | null;
}

/** Null: no such push in this tenant. */
export async function readPushContext(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
): Promise<PushContext | null> {
  const [row] = await selectRows<PushContext>(
    tx,
    sql`SELECT p.id AS push_id, p.action_id, p.action_key, p.line_no, p.destination, p.status AS push_status, p.payload_json, p.payload_hash AS push_payload_hash,
               p.attempts, p.lease_attempt, p.failure_class, p.hold_until, p.next_attempt_at, p.send_round,
               coalesce(p.hold_until <= clock_timestamp(), true) AS hold_passed,
               a.status AS action_status, a.action_type, a.payload_text, a.payload_hash, a.risk_level, a.impact_cents,
               a.on_behalf_of_user_id, a.required_approvals, a.correlation_id, a.trace_id, g.name AS agent_name,
               a.decided_by_label, a.decided_at,
               extract(epoch FROM p.lease_expires_at - clock_timestamp())::float8 * 1000 AS lease_left_ms,
               EXISTS (SELECT 1 FROM decisions d WHERE d.tenant_id = a.tenant_id AND d.action_id = a.id AND d.decision = 'approve'
                         AND d.outcome = 'claimed' AND d.payload_hash = a.payload_hash
                         AND (d.actor_kind = 'policy' OR (SELECT count(DISTINCT v.actor_user_id) FROM decisions v
                                WHERE v.tenant_id = a.tenant_id AND v.action_id = a.id AND v.decision = 'approve'
                                  AND v.payload_hash = a.payload_hash) >= a.required_approvals)) AS decision_stands
        FROM ns_pending_pushes p
        JOIN proposed_actions a ON a.id = p.action_id AND a.tenant_id = p.tenant_id
        JOIN agents g ON g.id = a.agent_id AND g.tenant_id = a.tenant_id
        WHERE p.tenant_id = ${tenantId} AND p.id = ${pushId}`,
  );
  return row ?? null;
}

/** The first switch that halts sending at this tier, locked FOR SHARE until the transaction ends; null: none does. */
export async function findEngagedSwitch(
  tx: TenantTransaction,
  tenantId: number,
  names: readonly string[],
  fromEnvironment: readonly string[],
): Promise<{ name: string; since: string | null } | null> {
  const [row] = await selectRows<{ name: string | null; since: string | null }>(
    tx,
    sql`SELECT * FROM engaged_switch(${tenantId}::bigint, ${sql.param(names as string[])}::text[], ${sql.param(fromEnvironment as string[])}::text[])`,
  );
  return row?.name ? { name: row.name, since: row.since } : null;
}

export interface Lease {
  owner: string;
  attempt: number;
}

/** How long a halted lane stays shut before one push may try whether the account answers again. */
export const LANE_PROBE_SECONDS = 60;

/** Approved earlier on the same record and still to be sent, or on its way whoever was first: one at a time, in order. */
const blockedOnRecord = sql`e.tenant_id = p.tenant_id AND e.record_key = p.record_key AND e.id <> p.id
  AND (e.status IN ('pushing', 'unknown') OR (e.status = 'queued' AND e.id < p.id))`;

/**
 * queued → pushing, for `leaseSeconds`. Null: not queued, not due, the lane is halted (and another push is trying it), or
 * another push on the same record goes first.
 */
export async function leasePush(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
  owner: string,
  leaseSeconds: number,
): Promise<Lease | null> {
  const leasable = sql`p.tenant_id = ${tenantId} AND p.id = ${pushId} AND p.status = 'queued' AND p.next_attempt_at <= clock_timestamp()
    AND NOT EXISTS (SELECT 1 FROM ns_pending_pushes e WHERE ${blockedOnRecord})`;
  if (!(await enterLane(tx, tenantId, pushId, leasable))) return null;
  const [row] = await selectRows<{ lease_attempt: number }>(
    tx,
    sql`UPDATE ns_pending_pushes p
        SET status = 'pushing', lease_owner = ${owner}, lease_attempt = p.lease_attempt + 1, sent_at = clock_timestamp(),
            lease_expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
        WHERE ${leasable} RETURNING p.lease_attempt`,
  );
  return row ? { owner, attempt: row.lease_attempt } : null;
}

/**
 * True through an open lane; through a halted one for a single push, not before its time, and not while another is still
 * on its way, however long that takes. The lane is NetSuite's: what stays with us passes beside it.
 */
async function enterLane(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
  leasable: SQL,
): Promise<boolean> {
  if ((await readLane(tx, tenantId)).state === "open") return true;
  const [own] = await selectRows<{ destination: string }>(
    tx,
    sql`SELECT destination FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND id = ${pushId}`,
  );
  if (own?.destination === "internal") return true;
  const rows = await selectRows(
    tx,
    sql`UPDATE push_lanes SET probe_at = clock_timestamp() + make_interval(secs => ${LANE_PROBE_SECONDS})
        WHERE tenant_id = ${tenantId} AND state = 'halted' AND probe_at <= clock_timestamp()
          AND NOT EXISTS (SELECT 1 FROM ns_pending_pushes b WHERE b.tenant_id = ${tenantId} AND b.status = 'pushing'
            AND b.lease_expires_at > clock_timestamp())
          AND EXISTS (SELECT 1 FROM ns_pending_pushes p WHERE ${leasable}) RETURNING tenant_id`,
  );
  return rows.length === 1;
}

/** False: the lease was lost, and whoever holds it now settles. */
export async function extendLease(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
  lease: Lease,
  leaseSeconds: number,
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE ns_pending_pushes SET lease_expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
        WHERE tenant_id = ${tenantId} AND id = ${pushId} AND status = 'pushing'
          AND lease_owner = ${lease.owner} AND lease_attempt = ${lease.attempt} RETURNING id`,
  );
  return rows.length === 1;
}

/** Why a push could not be leased, for the answer to whoever asked. Null: no such push. */
export async function readPushObstacle(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
): Promise<{
  status: string;
  due_in_ms: number;
  earlier_push_id: number | null;
  /** Null: this push does not go by the lane. */
  lane_state: string | null;
  lane_probe_in_ms: number | null;
} | null> {
  const [row] = await selectRows<{
    status: string;
    due_in_ms: number;
    earlier_push_id: number | null;
    lane_state: string | null;
    lane_probe_in_ms: number | null;
  }>(
    tx,
    sql`SELECT p.status, greatest(0, extract(epoch FROM p.next_attempt_at - clock_timestamp()) * 1000)::float8 AS due_in_ms,
               (SELECT min(e.id) FROM ns_pending_pushes e WHERE ${blockedOnRecord}) AS earlier_push_id,
               CASE p.destination WHEN 'netsuite' THEN l.state END AS lane_state,
               greatest(0, extract(epoch FROM l.probe_at - clock_timestamp()) * 1000)::float8 AS lane_probe_in_ms
        FROM ns_pending_pushes p JOIN push_lanes l ON l.tenant_id = p.tenant_id
        WHERE p.tenant_id = ${tenantId} AND p.id = ${pushId}`,
  );
  return row ?? null;
}

/**
 * Pushes of the tenant whose lease ran out while sending: nobody can say what became of them. They become unknown, and
 * the try counts, so that a push that ends its sender each time comes to an end too.
 */
export async function rescueLostLeases(
  tx: TenantTransaction,
  tenantId: number,
  holdSeconds: number,
  limit: number,
): Promise<{ id: number; action_id: number; lease_attempt: number }[]> {
  return selectRows(
    tx,
    sql`UPDATE ns_pending_pushes SET status = 'unknown', lease_owner = NULL, lease_expires_at = NULL, failure_class = 'unknown',
               attempts = attempts + 1, hold_until = clock_timestamp() + make_interval(secs => ${holdSeconds}),
               last_error_json = '{"code":"LEASE_LOST","class":"unknown","message":"The sender went away before NetSuite answered."}'
        WHERE tenant_id = ${tenantId} AND id IN (
          SELECT id FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND status = 'pushing' AND lease_expires_at < clock_timestamp()
          ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id, action_id, lease_attempt`,
  );
}

/** Dead for a transient cause with rounds left, oldest first: what reconciliation puts back. */
export async function listRevivablePushes(
  tx: TenantTransaction,
  tenantId: number,
  roundsMax: number,
  limit: number,
): Promise<{ id: number; action_id: number }[]> {
  return selectRows(
    tx,
    sql`SELECT id, action_id FROM ns_pending_pushes
        WHERE tenant_id = ${tenantId} AND status = 'dead' AND failure_class IN ('transient', 'not_executed', 'unknown')
          AND reconcile_rounds < ${roundsMax}
        ORDER BY id LIMIT ${limit}`,
  );
}

/**
 * What waits for delivery, one push per action: queued and due, or unknown. Whoever delivers a line of a roll delivers
 * the whole roll, so that one is enough.
 */
export async function listUndelivered(
  tx: TenantTransaction,
  tenantId: number,
  limit: number,
): Promise<{ id: number }[]> {
  return selectRows(
    tx,
    sql`SELECT min(id) AS id FROM ns_pending_pushes
        WHERE tenant_id = ${tenantId} AND (status = 'unknown' OR status = 'queued' AND next_attempt_at <= clock_timestamp())
        GROUP BY action_id ORDER BY min(id) LIMIT ${limit}`,
  );
}

/** dead → queued with fresh attempts. False: it was no longer dead. */
export async function reviveDeadPush(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
): Promise<boolean> {
  const rows = await selectRows(
    tx,
    sql`UPDATE ns_pending_pushes SET status = 'queued', attempts = 0, reconcile_rounds = reconcile_rounds + 1, ended_at = NULL,
               next_attempt_at = clock_timestamp()
        WHERE tenant_id = ${tenantId} AND id = ${pushId} AND status = 'dead' RETURNING id`,
  );
  if (rows.length === 0) return false;
  await tx.execute(
    sql`UPDATE ns_push_dlq_log SET replayed_at = clock_timestamp(), replayed_by_label = 'reconciliation'
        WHERE tenant_id = ${tenantId} AND push_id = ${pushId} AND replayed_at IS NULL`,
  );
  return true;
}

/** Asks for delivery once more, under an event id that has not been used. */
export async function requestDelivery(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
): Promise<void> {
  await tx.execute(
    sql`WITH next AS (
          UPDATE ns_pending_pushes SET send_round = send_round + 1 WHERE tenant_id = ${tenantId} AND id = ${pushId} RETURNING id, send_round)
        SELECT enqueue_outbox(${tenantId}::bigint, 'ns-push.requested', 'push-' || id || '-round-' || send_round,
                 jsonb_build_object('tenant_id', ${tenantId}::bigint, 'push_id', id)) FROM next`,
  );
}

/**
 * Asks for delivery of the next push in line on the same record, once its predecessor has settled. A further line of the
 * same roll needs no asking: whoever delivers a roll goes on with it. Whoever is just being leased or cancelled is passed
 * over: two cancelled at once on one record would otherwise wait for each other.
 */
export async function wakeNextInLine(
  tx: TenantTransaction,
  tenantId: number,
  settledPushId: number,
): Promise<void> {
  const [next] = await selectRows<{ id: number; is_same_action: boolean }>(
    tx,
    sql`SELECT n.id, n.action_id = p.action_id AS is_same_action FROM ns_pending_pushes p JOIN ns_pending_pushes n
          ON n.tenant_id = p.tenant_id AND n.record_key = p.record_key AND n.id <> p.id AND n.status = 'queued'
        WHERE p.tenant_id = ${tenantId} AND p.id = ${settledPushId} ORDER BY n.id LIMIT 1 FOR UPDATE OF n SKIP LOCKED`,
  );
  if (next && !next.is_same_action) await requestDelivery(tx, tenantId, next.id);
}
