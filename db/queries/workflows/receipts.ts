import type { TenantTransaction } from "@/db/client";
import type { stepReceipts } from "@/db/schema/runs";
import type { StepReceiptStatus } from "@/lib/core/run/run";
import { type RowOf, execute, selectFirst } from "@/db/queries/rows";

/** What steps attempted outside, and what came of it. */

export type StepReceipt = RowOf<typeof stepReceipts, "id" | "status" | "resultJson" | "responseMetadata">;

type NewReceipt = Pick<
  typeof stepReceipts.$inferSelect,
  | "tenantId"
  | "runId"
  | "stepId"
  | "idempotencyKey"
  | "toolName"
  | "requestMetadata"
  | "reversible"
  | "howToReverse"
>;

/** Before anything leaves. Null: an earlier attempt of the same step wrote one; see findReceipt. */
export const beginReceipt = (tx: TenantTransaction, receipt: NewReceipt) =>
  selectFirst<{ id: number }>(tx)`
    INSERT INTO step_receipts (tenant_id, run_id, step_id, idempotency_key, tool_name, status, request_metadata,
      reversible, how_to_reverse)
    VALUES (${receipt.tenantId}, ${receipt.runId}, ${receipt.stepId}, ${receipt.idempotencyKey}, ${receipt.toolName},
      'started', ${JSON.stringify(receipt.requestMetadata)}::jsonb, ${receipt.reversible}, ${receipt.howToReverse})
    ON CONFLICT (tenant_id, idempotency_key) DO NOTHING RETURNING id`;

export const findReceipt = (tx: TenantTransaction, tenantId: number, idempotencyKey: string) =>
  selectFirst<StepReceipt>(tx)`
    SELECT id, status, result_json, response_metadata FROM step_receipts
    WHERE tenant_id = ${tenantId} AND idempotency_key = ${idempotencyKey} FOR UPDATE`;

/** The result that an attempt of the step wrote down. Null: none did. */
export const findResultOfStep = (tx: TenantTransaction, tenantId: number, stepId: number) =>
  selectFirst<Pick<StepReceipt, "resultJson">>(tx)`
    SELECT result_json FROM step_receipts
    WHERE tenant_id = ${tenantId} AND step_id = ${stepId} AND status = 'succeeded' ORDER BY id LIMIT 1`;

/** It is sent again, under the same key. */
export const beginReceiptAgain = (tx: TenantTransaction, tenantId: number, id: number) =>
  execute(tx)`UPDATE step_receipts SET status = 'started' WHERE tenant_id = ${tenantId} AND id = ${id}`;

export const completeReceipt = (
  tx: TenantTransaction,
  tenantId: number,
  {
    idempotencyKey,
    status,
    response,
    result,
  }: {
    idempotencyKey: string;
    status: Exclude<StepReceiptStatus, "started">;
    response: Record<string, unknown>;
    result: unknown;
  },
) =>
  execute(tx)`
    UPDATE step_receipts SET status = ${status}, response_metadata = ${JSON.stringify(response)}::jsonb,
      result_json = ${JSON.stringify(result ?? null)}::jsonb,
      completed_at = CASE WHEN ${status} IN ('succeeded', 'failed') THEN clock_timestamp() END
    WHERE tenant_id = ${tenantId} AND idempotency_key = ${idempotencyKey}
      AND status NOT IN ('succeeded', 'failed')`;
