import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { DestinationName } from "@/lib/core/push/push";
import { execute, selectAll, selectFirst } from "@/db/queries/rows";

/** Pushes of which a request left at some time, and the proof that nothing of it was written. */

/** A request of push `p` left, and no probe has denied since that it was written. */
export const sentWithoutProof = sql`(p.last_sent_at IS NOT NULL
  AND p.last_sent_at > coalesce(p.proved_unwritten_at, '-infinity'::timestamptz))`;

/**
 * An answer to push `p` may have come from a proxy and not from the script, so a copy of its request may still begin. The clock
 * is read once, so that an index finds these.
 */
export const mayBeginYet = sql`(p.not_after > (SELECT clock_timestamp() - clock_margin())
  AND may_begin_until(p) > (SELECT clock_timestamp()))`;

export interface DoubtfulPush {
  id: number;
  leaseAttempt: number;
  destination: DestinationName;
  /** A copy of its request may still begin for as long, by its answer; below zero: none can any more. Null: none ever. */
  mayBeginForSeconds: number | null;
  /** The same whatever its answer was. */
  mayBeginAtMostForSeconds: number | null;
  failureClass: string | null;
  code: string | null;
  /** The app's seal on that answer. */
  seal: string | null;
}

const secondsUntil = (end: SQL) =>
  sql`ceil(coalesce(greatest(0, extract(epoch FROM ${end} - clock_timestamp())), 0))::float8`;

/** How long a request of this push before its last one may still begin. 0: none can. */
export async function earlierMayBeginForSeconds(
  tx: TenantTransaction,
  { tenantId, pushId }: { tenantId: number; pushId: number },
): Promise<number> {
  const row = await selectFirst<{ seconds: number }>(tx)`
    SELECT ${secondsUntil(sql`p.earlier_not_after + clock_margin()`)} AS seconds FROM ns_pending_pushes p
    WHERE p.tenant_id = ${tenantId} AND p.id = ${pushId}`;
  return row?.seconds ?? 0;
}

/**
 * Queued and dead ones of which a request left, in order, also where a probe has denied it before: whoever holds the database
 * can write that down. A push that is being sent, or whose outcome is unknown, is settled elsewhere.
 */
export const listDoubtfulPushes = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  selectAll<DoubtfulPush>(tx)`
    SELECT p.id, p.lease_attempt, p.destination, p.failure_class,
      p.last_error_json ->> 'code' AS code, p.last_error_json ->> 'seal' AS seal,
      extract(epoch FROM may_begin_until(p) - clock_timestamp())::float8 AS may_begin_for_seconds,
      extract(epoch FROM p.not_after + clock_margin() - clock_timestamp())::float8 AS may_begin_at_most_for_seconds
    FROM ns_pending_pushes p
    WHERE p.tenant_id = ${tenantId} AND p.action_id = ${actionId} AND p.status IN ('queued', 'dead')
      AND p.last_sent_at IS NOT NULL
    ORDER BY p.line_no`;

/** A probe that was asked after the last request had left found nothing. False: another request has left since. */
export async function markProvedUnwritten(
  tx: TenantTransaction,
  tenantId: number,
  { id, leaseAttempt }: DoubtfulPush,
): Promise<boolean> {
  const marked = await execute(tx)`
    UPDATE ns_pending_pushes SET proved_unwritten_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${id} AND lease_attempt = ${leaseAttempt} AND status IN ('queued', 'dead')`;
  return marked === 1;
}

/** A person who has asked to end the action comes back in this time, once a probe can prove the write unwritten. */
const grace = sql`interval '60 seconds'`;

/**
 * Puts off the next try of a push whose last request may still begin, or be inside its save for `savesForSeconds`, past the
 * time when a probe can prove it unwritten. Retries would otherwise keep it in doubt for as long as NetSuite refuses them.
 */
export const putOffNextTry = (
  tx: TenantTransaction,
  tenantId: number,
  { id, leaseAttempt }: DoubtfulPush,
  savesForSeconds: number,
) =>
  execute(tx)`
    UPDATE ns_pending_pushes
    SET next_attempt_at = greatest(next_attempt_at,
      not_after + clock_margin() + make_interval(secs => ${savesForSeconds}) + ${grace})
    WHERE tenant_id = ${tenantId} AND id = ${id} AND lease_attempt = ${leaseAttempt} AND status = 'queued'`;
