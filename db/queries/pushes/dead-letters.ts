import type { TenantTransaction } from "@/db/client";
import type { deadLetters, nsPendingPushes } from "@/db/schema/pushes";
import { type RowOf, selectAll, selectFirst } from "@/db/queries/rows";

export type DeadLetterRow = RowOf<
  typeof deadLetters,
  | "id"
  | "actionId"
  | "pushId"
  | "payloadJson"
  | "payloadBlankedAt"
  | "errorJson"
  | "attempts"
  | "lastAt"
  | "replayedAt"
  | "replayedByLabel"
> &
  RowOf<typeof nsPendingPushes, "lineNo" | "failureClass" | "reconcileRounds"> & {
    /** The present status of its push. */
    pushStatus: string;
  };

export interface DeadLetterFilter {
  replayed: boolean;
  /** A code; null: every cause. */
  cause: string | null;
  /** The id that the page before ended with; null: the first page. */
  beforeId: number | null;
  limit: number;
}

/** Newest first. Empty: nothing (more) fits. */
export const listDeadLetters = (
  tx: TenantTransaction,
  tenantId: number,
  { replayed, cause, beforeId, limit }: DeadLetterFilter,
) =>
  selectAll<DeadLetterRow>(tx)`
    SELECT d.id, d.action_id, d.push_id, p.line_no, d.payload_json, d.payload_blanked_at, d.error_json,
      d.attempts, d.last_at, d.replayed_at, d.replayed_by_label, p.status AS push_status, p.failure_class,
      p.reconcile_rounds
    FROM ns_push_dlq_log d JOIN ns_pending_pushes p ON p.id = d.push_id AND p.tenant_id = d.tenant_id
    WHERE d.tenant_id = ${tenantId} AND (d.replayed_at IS NOT NULL) = ${replayed}
      AND (${cause}::text IS NULL OR d.error_json ->> 'code' = ${cause})
      AND (${beforeId}::bigint IS NULL OR d.id < ${beforeId})
    ORDER BY d.id DESC LIMIT ${limit}`;

/** The causes to filter by, most frequent first, at most 30. */
export const countDeadLetterCauses = (tx: TenantTransaction, tenantId: number, replayed: boolean) =>
  selectAll<{ code: string; count: number }>(tx)`
    SELECT coalesce(error_json ->> 'code', 'unknown') AS code, count(*)::int AS count FROM ns_push_dlq_log
    WHERE tenant_id = ${tenantId} AND (replayed_at IS NOT NULL) = ${replayed}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 30`;

/** Null: this tenant has no such dead letter. */
export const findDeadLetter = (tx: TenantTransaction, tenantId: number, id: number) =>
  selectFirst<RowOf<typeof deadLetters, "pushId" | "actionId" | "replayedAt">>(tx)`
    SELECT push_id, action_id, replayed_at FROM ns_push_dlq_log WHERE tenant_id = ${tenantId} AND id = ${id}`;
