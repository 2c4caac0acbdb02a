import type postgres from "postgres";
import type { CallEnd } from "../queries/workflows/model-calls";
import type { RunRow } from "../queries/workflows/runs";
import type { StepReceipt, FullReceipt } from "../queries/workflows/receipts";
import type { StepProof } from "../queries/workflows/steps";

/** Runs, steps and receipts from before they were sealed, as the tables' owner reads them. */

type Tx = postgres.TransactionSql;
const BATCH = 200;

type OfTenant = { tenantId: number };
export type RunFromBefore = RunRow & OfTenant;
export type StepFromBefore = StepProof &
  OfTenant & {
    runId: number;
    itemJson: unknown;
    /** Of a step that waits for a time: that time. */
    outputJson: unknown;
    errorStep: string | null;
    errorMessage: string | null;
  };
export type ReceiptFromBefore = StepReceipt & OfTenant;

/** Ended rows never change: the guards are lifted while `work` seals them. */
export async function pastTheGuards(tx: Tx, work: () => Promise<void>): Promise<void> {
  const set = async (how: "ENABLE" | "DISABLE") => {
    for (const table of ["runs", "steps", "step_receipts", "model_calls"])
      await tx`ALTER TABLE ${tx(table)} ${tx.unsafe(how)} TRIGGER USER`;
  };
  await set("DISABLE");
  await work();
  await set("ENABLE");
}

type Page = (afterId: number) => PromiseLike<readonly { row: unknown }[]>;

/** Page by page, in the order of their ids. */
async function* pages<Row extends { id: number }>(read: Page): AsyncGenerator<Row[]> {
  for (let afterId = 0; ;) {
    const rows = (await read(afterId)).map(({ row }) => row as Row);
    if (rows.length === 0) return;
    yield rows;
    afterId = rows.at(-1)!.id;
  }
}

export const runsFromBefore = (tx: Tx) =>
  pages<RunFromBefore>(
    (afterId) => tx<{ row: unknown }[]>`
      SELECT jsonb_build_object('id', id, 'tenantId', tenant_id, 'workflowId', workflow_id,
        'workflowVersionId', workflow_version_id, 'triggerType', trigger_type, 'triggerRef', trigger_ref,
        'inputsHash', inputs_hash, 'startedByUserId', started_by_user_id, 'startedByAgentId', started_by_agent_id,
        'startedByLabel', started_by_label, 'rerunOfId', rerun_of_id, 'parentStepId', parent_step_id,
        'eventActionId', event_action_id, 'eventRunId', event_run_id,
        'callDepth', call_depth, 'writesMax', writes_max) AS row
      FROM runs WHERE id > ${afterId} ORDER BY id LIMIT ${BATCH}`,
  );

export const stepsFromBefore = (tx: Tx) =>
  pages<StepFromBefore>(
    (afterId) => tx<{ row: unknown }[]>`
      SELECT step_proof(s) || jsonb_build_object('tenantId', s.tenant_id, 'runId', s.run_id,
        'itemJson', CASE WHEN s.status <> 'succeeded' THEN s.item_json END,
        'outputJson', CASE WHEN s.status <> 'succeeded' THEN s.output_json END,
        'errorStep', r.error_step, 'errorMessage', r.error_message) AS row
      FROM steps s JOIN runs r ON r.id = s.run_id WHERE s.id > ${afterId} ORDER BY s.id LIMIT ${BATCH}`,
  );

export const receiptsFromBefore = (tx: Tx) =>
  pages<ReceiptFromBefore>(
    (afterId) => tx<{ row: unknown }[]>`
      SELECT jsonb_build_object('id', id, 'tenantId', tenant_id, 'idempotencyKey', idempotency_key, 'status', status,
        'resultJson', result_json, 'responseMetadata', response_metadata, 'attempt', attempt) AS row
      FROM step_receipts WHERE status IN ('not_sent', 'succeeded', 'failed') AND id > ${afterId}
      ORDER BY id LIMIT ${BATCH}`,
  );

/** All of them, with both of their seals. */
export const wholeReceiptsFromBefore = (tx: Tx) =>
  pages<FullReceipt>(
    (afterId) => tx<{ row: unknown }[]>`
      SELECT jsonb_build_object('id', id, 'tenantId', tenant_id, 'runId', run_id, 'stepId', step_id,
        'idempotencyKey', idempotency_key, 'toolName', tool_name, 'status', status,
        'requestMetadata', request_metadata, 'responseMetadata', response_metadata, 'resultJson', result_json,
        'reversible', reversible, 'howToReverse', how_to_reverse, 'attempt', attempt, 'seal', seal) AS row
      FROM step_receipts WHERE id > ${afterId} ORDER BY id LIMIT ${BATCH}`,
  );

export const callsFromBefore = (tx: Tx) =>
  pages<CallEnd & { id: number }>(
    (afterId) => tx<{ row: unknown }[]>`
      SELECT jsonb_build_object('id', id, 'tenantId', tenant_id, 'stepId', step_id, 'attempt', attempt,
        'provider', provider, 'model', model, 'status', status, 'tokens', CASE WHEN input_tokens IS NOT NULL THEN
          jsonb_build_object('input', input_tokens, 'cached', cached_tokens, 'output', output_tokens,
            'reasoning', reasoning_tokens) END) AS row
      FROM model_calls WHERE ended_at IS NOT NULL AND id > ${afterId} ORDER BY id LIMIT ${BATCH}`,
  );

/** By the id of a row: one seal, or of a step the two that it may have. */
export const keepRunSeals = (tx: Tx, seals: readonly { id: number; seal: string }[]) => tx`
  UPDATE runs SET seal = n.seal
  FROM jsonb_to_recordset(${JSON.stringify(seals)}::text::jsonb) AS n (id bigint, seal text)
  WHERE runs.id = n.id`;
export const keepStepSeals = (
  tx: Tx,
  seals: readonly { id: number; given: string | null; output: string | null }[],
) => tx`
  UPDATE steps SET given_seal = n.given, output_seal = n.output
  FROM jsonb_to_recordset(${JSON.stringify(seals)}::text::jsonb) AS n (id bigint, given text, output text)
  WHERE steps.id = n.id`;
export const keepReceiptSeals = (tx: Tx, seals: readonly { id: number; seal: string }[]) => tx`
  UPDATE step_receipts SET seal = n.seal
  FROM jsonb_to_recordset(${JSON.stringify(seals)}::text::jsonb) AS n (id bigint, seal text)
  WHERE step_receipts.id = n.id`;
export const keepRequestSeals = (
  tx: Tx,
  seals: readonly { id: number; seal: string | null; request: string }[],
) => tx`
  UPDATE step_receipts SET seal = n.seal, request_seal = n.request
  FROM jsonb_to_recordset(${JSON.stringify(seals)}::text::jsonb) AS n (id bigint, seal text, request text)
  WHERE step_receipts.id = n.id`;
export const keepCallSeals = (tx: Tx, seals: readonly { id: number; seal: string }[]) => tx`
  UPDATE model_calls SET seal = n.seal
  FROM jsonb_to_recordset(${JSON.stringify(seals)}::text::jsonb) AS n (id bigint, seal text)
  WHERE model_calls.id = n.id`;
