import { type SQL, sql } from "drizzle-orm";
import { type DestinationName, PUSH_TRANSITIONS } from "@/lib/core/push/push";
import { statusesBefore } from "@/lib/core/transitions";
import type { LineCounts } from "@/lib/core/push/lines";
import type { TenantTransaction } from "@/db/client";
import type { nsPendingPushes } from "@/db/schema/pushes";
import { type RowOf, execute, selectAll, selectOne } from "@/db/queries/rows";
import { sentWithoutProof } from "./sent-pushes";

/** The pushes of one action as a set: one for each of its lines. */

const counts = sql`count(*)::int AS total,
  count(*) FILTER (WHERE status = 'queued')::int AS queued,
  count(*) FILTER (WHERE status = 'pushing')::int AS pushing,
  count(*) FILTER (WHERE status = 'unknown')::int AS unknown,
  count(*) FILTER (WHERE status = 'applied')::int AS applied,
  count(*) FILTER (WHERE status = 'stale')::int AS stale,
  count(*) FILTER (WHERE status = 'dead')::int AS dead,
  count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
  count(*) FILTER (WHERE verification = 'mismatch')::int AS mismatched`;

/** The same for a query over actions, as one JSON value. */
export function lineCountsJson(actionId: SQL): SQL {
  return sql`(SELECT to_jsonb(c)
    FROM (SELECT ${counts} FROM ns_pending_pushes lines WHERE lines.action_id = ${actionId}) AS c)`;
}

/** All zero: the action was never approved, or it is another tenant's. */
export const countLines = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  selectOne<LineCounts>(tx)`
    SELECT ${counts} FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND action_id = ${actionId}`;

const ofPush = (tenantId: number, pushId: number) => sql`tenant_id = ${tenantId} AND action_id =
  (SELECT own.action_id FROM ns_pending_pushes own WHERE own.tenant_id = ${tenantId} AND own.id = ${pushId})`;

type Push = typeof nsPendingPushes;

interface Waits {
  /** Milliseconds until the next line falls due. Null: none falls due by itself. */
  nextDueMs: number | null;
  /** Milliseconds until the approval can no longer be taken back. Null: it cannot any more. */
  graceMs: number | null;
}

/** The counts, and how long the lines wait. */
export async function readProgress(
  tx: TenantTransaction,
  tenantId: number,
  pushId: number,
): Promise<{ lines: LineCounts } & Waits> {
  const { nextDueMs, graceMs, ...lines } = await selectOne<LineCounts & Waits>(tx)`
    SELECT ${counts},
      extract(epoch FROM max(grace_until) FILTER (WHERE status = 'queued' AND grace_until > clock_timestamp())
        - clock_timestamp())::float8 * 1000 AS grace_ms,
      extract(epoch FROM min(due_at) FILTER (WHERE due_at > clock_timestamp()) - clock_timestamp())::float8
        * 1000 AS next_due_ms
    FROM (SELECT *, CASE status
            WHEN 'queued' THEN next_attempt_at
            WHEN 'unknown' THEN least(next_attempt_at, hold_until)
            WHEN 'pushing' THEN lease_expires_at END AS due_at
          FROM ns_pending_pushes WHERE ${ofPush(tenantId, pushId)}) AS lines`;
  return { lines, nextDueMs, graceMs };
}

export type LinePushRow = RowOf<
  Push,
  | "id"
  | "lineNo"
  | "status"
  | "attempts"
  | "nextAttemptAt"
  | "holdUntil"
  | "lastErrorJson"
  | "verification"
  | "readbackJson"
  | "nsInternalId"
  | "appliedAt"
>;

/** Every line (500 at most), in order. */
export const listLinePushes = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  selectAll<LinePushRow>(tx)`
    SELECT id, line_no, status, attempts, next_attempt_at, hold_until, last_error_json, verification,
      readback_json, ns_internal_id, applied_at
    FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND action_id = ${actionId} ORDER BY line_no`;

/**
 * Holds every push of the action until the transaction ends, and answers them in order. To be called before anything
 * locks the action: a settle takes the two in this order.
 */
export const lockPushes = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  selectAll<PushEnd>(tx)`${pushEnds(tenantId, actionId)} FOR UPDATE`;

export type PushEnd = RowOf<Push, "id" | "status" | "payloadHash" | "endSeal"> & {
  /** A request of it left. */
  isSent: boolean;
};

const pushEnds = (tenantId: number, actionId: number) => sql`
  SELECT id, status, payload_hash, end_seal, last_sent_at IS NOT NULL AS is_sent FROM ns_pending_pushes
  WHERE tenant_id = ${tenantId} AND action_id = ${actionId} ORDER BY id`;

/** As `lockPushes`, without holding them. */
export const listPushEnds = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  selectAll<PushEnd>(tx)`${pushEnds(tenantId, actionId)}`;

/** A try of push `p` may have been written: its receipt is open and no probe has denied it, or a probe was refused. */
export const maybeWritten = sql`(coalesce(p.last_error_json ->> 'code', '') <> 'PROBED_NOT_WRITTEN' AND (
    EXISTS (SELECT 1 FROM action_receipts r
            WHERE r.tenant_id = p.tenant_id AND r.push_id = p.id AND r.status IN ('unknown', 'applied'))
    OR EXISTS (SELECT 1 FROM ns_push_dlq_log d
               WHERE d.tenant_id = p.tenant_id AND d.push_id = p.id AND d.error_json ->> 'code' = 'PROBE_REFUSED'
                 AND NOT EXISTS (SELECT 1 FROM ns_push_dlq_log later
                                 WHERE later.tenant_id = d.tenant_id AND later.push_id = d.push_id AND later.id > d.id
                                   AND later.error_json ->> 'code' = 'PROBED_NOT_WRITTEN'))))`;

/**
 * queued, dead → cancelled, but for pushes of which an earlier try may have been written: those are settled or probed
 * first. Closes their dead letters and open receipts. The caller holds the pushes. Empty: none was cancelled.
 */
export async function cancelOpenPushes(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  byLabel: string,
) {
  const pushes = await selectAll<RowOf<Push, "id" | "payloadHash">>(tx)`
    UPDATE ns_pending_pushes p SET status = 'cancelled', ended_at = clock_timestamp()
    WHERE p.tenant_id = ${tenantId} AND p.action_id = ${actionId}
      AND p.status IN ${statusesBefore(PUSH_TRANSITIONS, "cancelled")}
      AND NOT ${maybeWritten} AND NOT ${sentWithoutProof}
    RETURNING id, payload_hash`;
  const ids = pushes.map(({ id }) => id);
  await answerDeadLetters(tx, tenantId, ids, `cancelled by ${byLabel}`);
  await execute(tx)`
    UPDATE action_receipts SET status = 'failed', completed_at = clock_timestamp(),
      response_metadata = jsonb_build_object('class', 'cancelled', 'by', ${byLabel}::text)
    WHERE tenant_id = ${tenantId} AND push_id = ANY (${sql.param(ids)}::bigint[])
      AND status IN ('started', 'unknown')`;
  return pushes;
}

/** The app's seals on the ends of these pushes. */
export const sealEnds = (
  tx: TenantTransaction,
  tenantId: number,
  seals: readonly { id: number; seal: string }[],
) =>
  execute(tx)`
    UPDATE ns_pending_pushes p SET end_seal = s.seal
    FROM jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) AS s (id bigint, seal text)
    WHERE p.tenant_id = ${tenantId} AND p.id = s.id`;

type SentPush = RowOf<Push, "id" | "payloadHash" | "endSeal" | "status"> & {
  destination: DestinationName;
  /** Seconds until a probe can prove that nothing was written, whenever it was really sent. 0: it can now. */
  provableInSeconds: number;
};

/** Pushes of which a request left, in any state. `updated_at` is set by a trigger. */
export const listSentPushes = (
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  { holdSeconds }: { holdSeconds: number },
) =>
  selectAll<SentPush>(tx)`
    SELECT id, payload_hash, end_seal, destination, status,
      ceil(greatest(0, extract(epoch FROM updated_at + make_interval(secs => ${holdSeconds})
        - clock_timestamp())))::float8 AS provable_in_seconds
    FROM ns_pending_pushes
    WHERE tenant_id = ${tenantId} AND action_id = ${actionId} AND last_sent_at IS NOT NULL
    ORDER BY line_no`;

/**
 * dead → queued with fresh attempts; queued ones may be sent now or at the end of their grace, unknown ones are asked about now. Answers their dead
 * letters. The caller holds the pushes. Returns them in order; empty: there was nothing to retry.
 */
export async function putBack(
  tx: TenantTransaction,
  tenantId: number,
  pushIds: readonly number[],
  byLabel: string,
) {
  const rows = await selectAll<RowOf<Push, "id" | "status">>(tx)`
    UPDATE ns_pending_pushes SET
      status = CASE status WHEN 'dead' THEN 'queued' ELSE status END,
      attempts = CASE status WHEN 'dead' THEN 0 ELSE attempts END,
      ended_at = NULL,
      -- greatest() passes over null.
      next_attempt_at = greatest(clock_timestamp(), grace_until)
    WHERE tenant_id = ${tenantId} AND id = ANY (${sql.param(pushIds as number[])}::bigint[])
      AND status IN ('dead', 'queued', 'unknown')
    RETURNING id, status`;
  const pushes = rows.toSorted((left, right) => left.id - right.id);
  const queued = pushes.filter(({ status }) => status === "queued").map(({ id }) => id);
  await answerDeadLetters(tx, tenantId, queued, byLabel);
  return pushes;
}

/** Closes the open dead letters of these pushes in somebody's name. */
export const answerDeadLetters = (
  tx: TenantTransaction,
  tenantId: number,
  pushIds: readonly number[],
  byLabel: string,
) =>
  execute(tx)`
    UPDATE ns_push_dlq_log SET replayed_at = clock_timestamp(), replayed_by_label = ${byLabel}
    WHERE tenant_id = ${tenantId} AND push_id = ANY (${sql.param(pushIds as number[])}::bigint[])
      AND replayed_at IS NULL`;
