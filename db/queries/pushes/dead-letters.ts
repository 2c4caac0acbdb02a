import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { PushErrorJson } from "@/db/schema/pushes";
import { selectRows } from "@/db/queries/rows";

export interface DeadLetterRow {
  id: number;
  actionId: number;
  pushId: number;
  lineNo: number;
  payloadJson: unknown;
  payloadBlankedAt: string | null;
  errorJson: PushErrorJson;
  attempts: number;
  lastAt: string;
  replayedAt: string | null;
  replayedByLabel: string | null;
  /** Of its push, as it is now. */
  pushStatus: string;
  failureClass: string | null;
  reconcileRounds: number;
}

export interface DeadLetterFilter {
  replayed: boolean;
  /** A code; null: every cause. */
  cause: string | null;
  /** The id that the page before ended with; null: the first page. */
  beforeId: number | null;
  limit: number;
}

/** Newest first. Empty: nothing (more) fits. */
export async function listDeadLetters(
  tx: TenantTransaction,
  tenantId: number,
  { replayed, cause, beforeId, limit }: DeadLetterFilter,
): Promise<DeadLetterRow[]> {
  return selectRows<DeadLetterRow>(
    tx,
    sql`SELECT d.id, d.action_id, d.push_id, p.line_no, d.payload_json, d.payload_blanked_at, d.error_json,
               d.attempts, d.last_at, d.replayed_at, d.replayed_by_label, p.status AS push_status, p.failure_class,
               p.reconcile_rounds
        FROM ns_push_dlq_log d JOIN ns_pending_pushes p ON p.id = d.push_id AND p.tenant_id = d.tenant_id
        WHERE d.tenant_id = ${tenantId} AND (d.replayed_at IS NOT NULL) = ${replayed}
          AND (${cause}::text IS NULL OR d.error_json ->> 'code' = ${cause})
          AND (${beforeId}::bigint IS NULL OR d.id < ${beforeId})
        ORDER BY d.id DESC LIMIT ${limit}`,
  );
}

/** The causes to filter by, most frequent first, at most 30. */
export async function countDeadLetterCauses(
  tx: TenantTransaction,
  tenantId: number,
  replayed: boolean,
): Promise<{ code: string; count: number }[]> {
  return selectRows(
    tx,
    sql`SELECT coalesce(error_json ->> 'code', 'unknown') AS code, count(*)::int AS count FROM ns_push_dlq_log
        WHERE tenant_id = ${tenantId} AND (replayed_at IS NOT NULL) = ${replayed}
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 30`,
  );
}

/** Null: this tenant has no such dead letter. */
export async function findDeadLetter(
  tx: TenantTransaction,
  tenantId: number,
  id: number,
): Promise<{ pushId: number; actionId: number; replayedAt: string | null } | null> {
  const [row] = await selectRows<{ pushId: number; actionId: number; replayedAt: string | null }>(
    tx,
    sql`SELECT push_id, action_id, replayed_at FROM ns_push_dlq_log WHERE tenant_id = ${tenantId} AND id = ${id}`,
  );
  return row ?? null;
}
