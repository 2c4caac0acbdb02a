import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { stepReceipts } from "@/db/schema/runs";
import type { StepReceiptStatus } from "@/lib/core/run/run";
import { type RowOf, execute, selectAll, selectFirst } from "@/db/queries/rows";

/** Receipts of the requests that steps sent outside, with their outcome. */

export type StepReceipt = RowOf<
  typeof stepReceipts,
  | "id"
  | "runId"
  | "stepId"
  | "idempotencyKey"
  | "status"
  | "resultJson"
  | "responseMetadata"
  | "attempt"
  | "seal"
>;

/** The request of one attempt of a step. */
export type ReceiptRequest = RowOf<
  typeof stepReceipts,
  | "tenantId"
  | "runId"
  | "stepId"
  | "idempotencyKey"
  | "toolName"
  | "requestMetadata"
  | "reversible"
  | "howToReverse"
  | "attempt"
>;

/** A receipt with all that its two seals speak of. */
export type FullReceipt = StepReceipt & ReceiptRequest & RowOf<typeof stepReceipts, "requestSeal">;

const whole = sql`id, tenant_id, run_id, step_id, idempotency_key, tool_name, status, request_metadata,
  response_metadata, result_json, reversible, how_to_reverse, attempt, seal, request_seal`;

/** Before anything leaves. Null: there is one with this key; see findReceipt. */
export const beginReceipt = (tx: TenantTransaction, receipt: ReceiptRequest, requestSeal: string) =>
  selectFirst<{ id: number }>(tx)`
    INSERT INTO step_receipts (tenant_id, run_id, step_id, idempotency_key, tool_name, status, request_metadata,
      reversible, how_to_reverse, attempt, request_seal)
    VALUES (${receipt.tenantId}, ${receipt.runId}, ${receipt.stepId}, ${receipt.idempotencyKey}, ${receipt.toolName},
      'started', ${JSON.stringify(receipt.requestMetadata)}::jsonb, ${receipt.reversible}, ${receipt.howToReverse},
      ${receipt.attempt}, ${requestSeal})
    ON CONFLICT (tenant_id, idempotency_key) DO NOTHING RETURNING id`;

export const findReceipt = (tx: TenantTransaction, tenantId: number, idempotencyKey: string) =>
  selectFirst<FullReceipt>(tx)`
    SELECT ${whole} FROM step_receipts WHERE tenant_id = ${tenantId} AND idempotency_key = ${idempotencyKey}
    FOR UPDATE`;

/**
 * The results that attempts of the step wrote down, oldest first, at most ten: a step has as few attempts. An attempt's key names its
 * run and step, and its seal the key: a row that says of itself that it is this step's says nothing.
 */
export const listResultsOfStep = (
  tx: TenantTransaction,
  tenantId: number,
  { runId, id, idempotencyKey }: { runId: number; id: number; idempotencyKey: string },
) =>
  selectAll<StepReceipt>(tx)`
    SELECT id, run_id, step_id, idempotency_key, status, result_json, response_metadata, attempt, seal
    FROM step_receipts
    WHERE tenant_id = ${tenantId} AND step_id = ${id} AND run_id = ${runId} AND status = 'succeeded'
      AND idempotency_key = ${idempotencyKey} || ':' || attempt
    ORDER BY id LIMIT 10`;

/** It is sent again, under the same key. The seal of its end is of an attempt before this one from now on. */
export const beginReceiptAgain = (
  tx: TenantTransaction,
  id: number,
  { tenantId, attempt, requestMetadata }: ReceiptRequest,
  requestSeal: string,
) =>
  execute(tx)`
    UPDATE step_receipts SET status = 'started', attempt = ${attempt},
      request_metadata = ${JSON.stringify(requestMetadata)}::jsonb, request_seal = ${requestSeal}
    WHERE tenant_id = ${tenantId} AND id = ${id}`;

/** Receipts of these runs, a page in the order of their ids. */
export const listReceiptsOfRuns = (
  tx: TenantTransaction,
  tenantId: number,
  runIds: readonly number[],
  { afterId, limit }: { afterId: number; limit: number },
) =>
  selectAll<FullReceipt>(tx)`
    SELECT ${whole} FROM step_receipts
    WHERE tenant_id = ${tenantId} AND run_id = ANY (${sql.param(runIds as number[])}::bigint[]) AND id > ${afterId}
    ORDER BY id LIMIT ${limit}`;

export const completeReceipt = (
  tx: TenantTransaction,
  tenantId: number,
  {
    idempotencyKey,
    status,
    response,
    result,
    attempt,
    seal,
  }: {
    idempotencyKey: string;
    status: Exclude<StepReceiptStatus, "started">;
    response: Record<string, unknown>;
    result: unknown;
    /** Nothing happens where a later attempt has sent meanwhile. */
    attempt: number;
    seal: string;
  },
) =>
  execute(tx)`
    UPDATE step_receipts SET status = ${status}, response_metadata = ${JSON.stringify(response)}::jsonb,
      result_json = ${JSON.stringify(result ?? null)}::jsonb, seal = ${seal},
      completed_at = CASE WHEN ${status} IN ('succeeded', 'failed') THEN clock_timestamp() END
    WHERE tenant_id = ${tenantId} AND idempotency_key = ${idempotencyKey}
      AND status NOT IN ('succeeded', 'failed') AND attempt = ${attempt}`;
