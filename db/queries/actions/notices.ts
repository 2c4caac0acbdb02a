import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { execute, selectAll, selectOne } from "@/db/queries/rows";
import { DELAY_NOTICED_MINUTES, NOTICE_DAYS, type NoticeKind } from "@/lib/core/action/notice";

/** Notices: problems with the actions that somebody answers for, which that person has not dismissed since. */

export interface NoticeRow {
  actionId: number;
  kind: NoticeKind;
  at: string;
  /** A stale action's reason, a push's last error, or how many lines of a roll were held back: `3 of 500`. */
  reason: string | null;
}

/** Action `a` was approved by this person, or without anybody's tap under a standing authorisation that they signed. */
const answersFor = (tenantId: number, userId: number) => sql`(${userId} = ANY (a.approvers) OR
  a.decided_by_kind = 'policy' AND EXISTS (
    SELECT 1 FROM decisions claim JOIN standing_authorisations s
      ON s.tenant_id = claim.tenant_id AND s.id = claim.standing_authorisation_id
    WHERE claim.tenant_id = ${tenantId} AND claim.action_id = a.id AND claim.outcome = 'claimed'
      AND s.signed_by_user_id = ${userId}))`;

const noticedAfter = sql`make_interval(mins => ${DELAY_NOTICED_MINUTES})`;

/**
 * Pushes that went wrong after `since.day`, by their actions: `action_id`, `kind`, `at`, `reason`. A roll reports its held-back lines,
 * even if others read back differently. It does not report cancelled lines: somebody cancelled them on purpose.
 */
export const pushTroubles = (tenantId: number) => sql`
  SELECT d.action_id, 'dead' AS kind, max(d.last_at) AS at, max(d.error_json ->> 'message') AS reason
  FROM since, ns_push_dlq_log d
  JOIN ns_pending_pushes p ON p.tenant_id = d.tenant_id AND p.id = d.push_id AND p.status = 'dead'
  WHERE d.tenant_id = ${tenantId} AND d.replayed_at IS NULL AND d.last_at > since.day
  GROUP BY d.action_id
  UNION ALL
  SELECT p.action_id, 'mismatch', max(p.applied_at), NULL
  FROM ns_pending_pushes p, since
  WHERE p.tenant_id = ${tenantId} AND p.verification = 'mismatch' AND p.applied_at > since.day
  GROUP BY p.action_id
  UNION ALL
  SELECT m.action_id, 'partial', m.applied_at,
    (SELECT count(*) FILTER (WHERE l.status = 'stale') || ' of ' || count(*) FROM ns_pending_pushes l
     WHERE l.tenant_id = ${tenantId} AND l.action_id = m.action_id)
  FROM proposed_actions_applied_mirror m, since
  WHERE m.tenant_id = ${tenantId} AND m.verification <> 'verified' AND m.applied_at > since.day
    AND EXISTS (SELECT 1 FROM ns_pending_pushes l
                WHERE l.tenant_id = ${tenantId} AND l.action_id = m.action_id AND l.status = 'stale')
  UNION ALL
  SELECT p.action_id, 'delayed', min(p.queued_at) + ${noticedAfter}, max(p.last_error_json ->> 'message')
  FROM ns_pending_pushes p, since
  WHERE p.tenant_id = ${tenantId} AND p.status = 'queued' AND p.failure_class = 'not_executed'
    AND p.queued_at BETWEEN since.day AND clock_timestamp() - ${noticedAfter}
  GROUP BY p.action_id`;

/**
 * Each part starts from the few problems, not from the many approvals. A newer version ends the notice of a stale action.
 *
 * A stale action is asked at once whether this person answers for it, the others by a join: with 1,600 stale ones a second look
 * at each took twice as long.
 */
const troubles = (tenantId: number, userId: number) => sql`
  WITH since AS (SELECT clock_timestamp() - make_interval(days => ${NOTICE_DAYS}) AS day),
  push_trouble AS (${pushTroubles(tenantId)}), trouble AS (
    SELECT a.id AS action_id, 'stale' AS kind, a.ended_at AS at, a.end_reason AS reason
    FROM proposed_actions a
    WHERE a.tenant_id = ${tenantId} AND a.status = 'stale' AND a.ended_at > (SELECT day FROM since)
      AND a.superseded_by_id IS NULL AND ${answersFor(tenantId, userId)}
    UNION ALL
    SELECT t.action_id, t.kind, t.at, t.reason
    FROM push_trouble t
    JOIN proposed_actions a ON a.tenant_id = ${tenantId} AND a.id = t.action_id AND ${answersFor(tenantId, userId)}
  ), notice AS (
    SELECT t.* FROM trouble t
    LEFT JOIN dismissed_notices n
      ON n.tenant_id = ${tenantId} AND n.user_id = ${userId} AND n.action_id = t.action_id
    WHERE n.dismissed_at IS NULL OR n.dismissed_at < t.at)`;

/** Newest first. */
export const listNotices = (tx: TenantTransaction, tenantId: number, userId: number, limit: number) =>
  selectAll<NoticeRow>(tx)`
    ${troubles(tenantId, userId)}
    SELECT action_id, kind, at, reason FROM notice ORDER BY at DESC, action_id DESC, kind LIMIT ${limit}`;

/** Asked with every overview. */
export async function countNotices(tx: TenantTransaction, tenantId: number, userId: number): Promise<number> {
  const row = await selectOne<{ count: number }>(tx)`
    ${troubles(tenantId, userId)} SELECT count(*)::int AS count FROM notice`;
  return row.count;
}

/** Dismisses only this person's notices. Other ids change nothing. Returns how many were dismissed. */
export const dismissNotices = (
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
  actionIds: readonly number[],
) =>
  execute(tx)`
    INSERT INTO dismissed_notices (tenant_id, user_id, action_id)
    SELECT ${tenantId}, ${userId}, a.id FROM proposed_actions a
    WHERE a.tenant_id = ${tenantId} AND a.id = ANY (${`{${actionIds.join(",")}}`}::bigint[])
      AND ${answersFor(tenantId, userId)}
    ORDER BY a.id
    ON CONFLICT (tenant_id, user_id, action_id) DO UPDATE SET dismissed_at = clock_timestamp()`;
