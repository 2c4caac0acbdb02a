import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { execute, selectAll } from "@/db/queries/rows";

export interface Lease {
  owner: string;
  attempt: number;
}

/** How long a halted lane stays shut before one push may try whether the account answers again. */
export const LANE_PROBE_SECONDS = 60;

/** False: the lease was lost, and its present holder settles. */
export async function extendLease(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
  lease: Lease,
  leaseSeconds: number,
): Promise<boolean> {
  const pushes = await execute(tx)`
    UPDATE ns_pending_pushes SET lease_expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    WHERE tenant_id = ${tenantId} AND id = ${pushId} AND status = 'pushing'
      AND lease_owner = ${lease.owner} AND lease_attempt = ${lease.attempt}`;
  return pushes === 1;
}

const LEASE_LOST = "LEASE_LOST";
const neverSent = {
  code: LEASE_LOST,
  class: "not_executed",
  message: "The sender went away before anything left. Nothing was written; it will be sent again.",
};

/**
 * Pushes of the tenant whose lease ran out before the last look. Nothing has left under it, and nothing will: the look marks the push before
 * the request leaves, and finds no such lease any more. They wait for their next try, and the try counts. `delaysMs`: until the next try,
 * by the tries that failed; a push that has no try left is not among them.
 */
export const putBackUnsent = (
  tx: TenantTransaction,
  tenantId: number,
  delaysMs: readonly number[],
  limit: number,
) =>
  selectAll<{ id: number; actionId: number; leaseAttempt: number; inMs: number }>(tx)`
    UPDATE ns_pending_pushes
    SET status = 'queued', lease_owner = NULL, lease_expires_at = NULL, failure_class = ${neverSent.class},
      attempts = attempts + 1, hold_until = NULL, last_error_json = ${JSON.stringify(neverSent)}::jsonb,
      next_attempt_at = clock_timestamp() + make_interval(secs => (${delaysIn(delaysMs)})[attempts + 1] / 1000)
    WHERE tenant_id = ${tenantId} AND id IN (
      SELECT id FROM ns_pending_pushes
      WHERE tenant_id = ${tenantId} AND status = 'pushing' AND lease_expires_at < clock_timestamp()
        AND sent_at IS NULL AND attempts < ${delaysMs.length}
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, action_id, lease_attempt, (${delaysIn(delaysMs)})[attempts] AS in_ms`;

const delaysIn = (delaysMs: readonly number[]) => sql`${sql.param(delaysMs as number[])}::float8[]`;

const leaseLost = {
  code: LEASE_LOST,
  class: "unknown",
  message: "The sender went away before NetSuite answered.",
};

/**
 * Pushes of the tenant whose lease ran out while sending: nobody can say whether they were written. They become unknown,
 * and the try counts, so that a push that ends its sender each time comes to an end too. To be called after `putBackUnsent`.
 */
export const rescueLostLeases = (
  tx: TenantTransaction,
  tenantId: number,
  holdSeconds: number,
  limit: number,
) =>
  selectAll<{ id: number; actionId: number; leaseAttempt: number }>(tx)`
    UPDATE ns_pending_pushes
    SET status = 'unknown', lease_owner = NULL, lease_expires_at = NULL, failure_class = 'unknown',
      attempts = attempts + 1, hold_until = clock_timestamp() + make_interval(secs => ${holdSeconds}),
      last_error_json = ${JSON.stringify(leaseLost)}::jsonb
    WHERE tenant_id = ${tenantId} AND id IN (
      SELECT id FROM ns_pending_pushes
      WHERE tenant_id = ${tenantId} AND status = 'pushing' AND lease_expires_at < clock_timestamp()
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, action_id, lease_attempt`;
