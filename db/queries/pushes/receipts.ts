import type { TenantTransaction } from "@/db/client";
import { selectAll, selectFirst } from "@/db/queries/rows";
import type { ReadbackLine } from "@/db/schema/pushes";
import type { ReceiptStatus } from "@/lib/core/push/push";
import type { RecordRef } from "@/lib/core/push/verdict";

export interface ReceiptRow {
  actionKey: string;
  status: ReceiptStatus;
  /** The record's type in NetSuite. Null until NetSuite has answered. */
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
      (SELECT array_agg(line ->> 'actual') FROM jsonb_array_elements(
         CASE jsonb_typeof(response_metadata -> 'readback')
           WHEN 'array' THEN response_metadata -> 'readback' ELSE '[]' END) AS line
       WHERE line ->> 'actual' IS NOT NULL) AS values
    FROM action_receipts
    WHERE tenant_id = ${tenantId}
      AND coalesce(completed_at, started_at) > clock_timestamp() - make_interval(days => ${days})
    ORDER BY id DESC LIMIT 20000`;

/** The values that a receipt records as written, in the shape that its settlement gave it. */
export interface AppliedReceipt {
  payloadHash: string;
  response: {
    record: RecordRef;
    readback: ReadbackLine[];
    committed_at: string | null;
    /** The seal of the app that saw the write. Absent in receipts from before these seals. */
    seal?: string;
  };
}

/** Null: no receipt says that this effect was written. */
export const findAppliedReceipt = (tx: TenantTransaction, tenantId: number, actionKey: string) =>
  selectFirst<AppliedReceipt>(tx)`
    SELECT request_metadata ->> 'payload_hash' AS payload_hash, response_metadata AS response
    FROM action_receipts
    WHERE tenant_id = ${tenantId} AND idempotency_key = ${actionKey} AND status = 'applied'`;
