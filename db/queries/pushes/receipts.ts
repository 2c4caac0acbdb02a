import type { TenantTransaction } from "@/db/client";
import { selectAll } from "@/db/queries/rows";
import type { ReceiptStatus } from "@/lib/core/push/push";

export interface ReceiptRow {
  actionKey: string;
  status: ReceiptStatus;
  /** Of the record in NetSuite; null until it was answered. */
  recordType: string | null;
  recordId: string | null;
  committedAt: string | null;
  completedAt: string | null;
  values: string[] | null;
}

/** Receipts of the last `days` days, newest first, at most 20,000: the proof of our writes. */
export const listReceiptsSince = (tx: TenantTransaction, tenantId: number, days: number) =>
  selectAll<ReceiptRow>(tx)`
    SELECT idempotency_key AS action_key, status, response_metadata #>> '{record,type}' AS record_type,
      response_metadata #>> '{record,id}' AS record_id, response_metadata ->> 'committed_at' AS committed_at,
      to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS completed_at,
      (SELECT array_agg(line ->> 'value') FROM jsonb_array_elements(
         CASE jsonb_typeof(response_metadata -> 'readback')
           WHEN 'array' THEN response_metadata -> 'readback' ELSE '[]' END) AS line
       WHERE line ->> 'value' IS NOT NULL) AS values
    FROM action_receipts
    WHERE tenant_id = ${tenantId}
      AND coalesce(completed_at, started_at) > clock_timestamp() - make_interval(days => ${days})
    ORDER BY id DESC LIMIT 20000`;
