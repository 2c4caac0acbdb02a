import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { modelCalls } from "@/db/schema/model-calls";
import { execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { StepReceiptStatus } from "@/lib/core/run/run";
import type { TokenCounts } from "@/lib/core/run/model-call";

/** Calls of models by runs, and what they cost. */

type CallKey = Pick<typeof modelCalls.$inferSelect, "tenantId" | "stepId" | "attempt">;
type AskedCall = CallKey & Pick<typeof modelCalls.$inferSelect, "provider" | "model">;
type NewCall = AskedCall & Pick<typeof modelCalls.$inferSelect, "runId">;

/** How a call ended and what it used: all that its seal speaks of. */
export interface CallEnd extends AskedCall {
  status: StepReceiptStatus;
  /** Null: nobody said. */
  tokens: TokenCounts | null;
}

/** Before anything leaves. */
export const beginModelCall = (tx: TenantTransaction, call: NewCall) =>
  execute(tx)`
    INSERT INTO model_calls (tenant_id, run_id, step_id, attempt, provider, model)
    VALUES (${call.tenantId}, ${call.runId}, ${call.stepId}, ${call.attempt}, ${call.provider}, ${call.model})`;

/** How the call ended, with its cost where a price of its day is known. False: it had ended before, and stays as it is. */
export async function endModelCall(
  tx: TenantTransaction,
  { tenantId, stepId, attempt, provider, model, status, tokens }: CallEnd,
  { finishReason, ms, seal }: { finishReason: string | null; ms: number; seal: string },
): Promise<boolean> {
  const ended = await selectFirst<{ id: number }>(tx)`
    UPDATE model_calls SET status = ${status}, finish_reason = ${finishReason},
      input_tokens = ${tokens?.input ?? null}, cached_tokens = ${tokens?.cached ?? null},
      output_tokens = ${tokens?.output ?? null}, reasoning_tokens = ${tokens?.reasoning ?? null}, ms = ${ms},
      ended_at = clock_timestamp(), seal = ${seal}
    WHERE tenant_id = ${tenantId} AND step_id = ${stepId} AND attempt = ${attempt} AND ended_at IS NULL
    RETURNING id`;
  if (ended) await priceCalls(tx, tenantId, { provider, model }, ended.id);
  return ended !== null;
}

/**
 * Works out the costs of calls of a model that have none yet, of one or of all of them, by the price of the day on which each
 * began (UTC). A cost that is there stays.
 */
export const priceCalls = (
  tx: TenantTransaction,
  tenantId: number,
  { provider, model }: { provider: string; model: string },
  callId: number | null = null,
) =>
  execute(tx)`
    UPDATE model_calls c SET price_id = p.id, currency = p.currency, cost = cost_of_call(c, p)
    FROM model_calls d JOIN model_prices p ON p.id = (
      SELECT m.id FROM model_prices m
      WHERE m.tenant_id = d.tenant_id AND m.provider = d.provider AND m.model = d.model
        AND m.from_date <= (d.started_at AT TIME ZONE 'UTC')::date
      ORDER BY m.from_date DESC, m.id DESC LIMIT 1)
    WHERE c.id = d.id AND d.tenant_id = ${tenantId} AND d.provider = ${provider} AND d.model = ${model}
      AND (${callId}::bigint IS NULL OR d.id = ${callId}) AND d.cost IS NULL AND d.input_tokens IS NOT NULL`;

export interface ModelCosts {
  provider: string;
  model: string;
  /** Without those that surely never arrived, or were turned away unread. */
  calls: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  /** Millionths of the currency, as a whole number in text. Null: no call has a price. */
  cost: string | null;
  currency: string | null;
  /** Calls that may have cost something, of which nobody knows how much. */
  unpricedCalls: number;
}

/** A run's model costs, by provider and model, and by currency where a model's price changed currency. */
export const sumModelCosts = (tx: TenantTransaction, tenantId: number, runId: number) =>
  selectAll<ModelCosts>(tx)`
    SELECT provider, model, in_currency AS currency, count(*)::integer AS calls,
      coalesce(sum(input_tokens), 0)::bigint AS input_tokens, coalesce(sum(cached_tokens), 0)::bigint AS cached_tokens,
      coalesce(sum(output_tokens), 0)::bigint AS output_tokens,
      coalesce(sum(reasoning_tokens), 0)::bigint AS reasoning_tokens, sum(cost)::text AS cost,
      (count(*) FILTER (WHERE cost IS NULL AND coalesce(input_tokens + output_tokens, 1) > 0))::integer
        AS unpriced_calls
    FROM (
      SELECT c.*, coalesce(c.currency, max(c.currency) OVER (PARTITION BY c.provider, c.model)) AS in_currency
      FROM model_calls c WHERE c.tenant_id = ${tenantId} AND c.run_id = ${runId} AND c.status <> 'not_sent') c
    GROUP BY provider, model, in_currency ORDER BY provider, model, in_currency`;

export interface ModelDay {
  /** The company's currency, in which its cap counts. */
  currency: string;
  /** Millionths of it, that the calls since midnight in the company's time zone have cost. */
  cost: number;
}

/** The company's model costs of today. Calls whose price is unknown, or in another currency, count as nothing. */
export const sumModelDay = (tx: TenantTransaction, tenantId: number) =>
  selectOne<ModelDay>(tx)`
    SELECT t.currency, (
      SELECT coalesce(sum(c.cost), 0)::bigint FROM model_calls c
      WHERE c.tenant_id = t.id AND c.currency = t.currency
        AND c.started_at >= date_trunc('day', clock_timestamp(), t.time_zone)) AS cost
    FROM tenants t WHERE t.id = ${tenantId}`;

export interface EndedCall extends CallEnd {
  id: number;
  runId: number;
  /** As the text names it. */
  stepName: string;
  seal: string | null;
  isPriced: boolean;
  /** False: its cost is not that of its tokens at a price of its model. */
  costFits: boolean;
}

const endedCalls = sql`
  SELECT c.id, c.tenant_id, c.run_id, c.step_id, s.step_id AS step_name, c.attempt, c.provider, c.model, c.status,
    CASE WHEN c.input_tokens IS NOT NULL THEN jsonb_build_object('input', c.input_tokens, 'cached', c.cached_tokens,
      'output', c.output_tokens, 'reasoning', c.reasoning_tokens) END AS tokens, c.seal,
    c.cost IS NOT NULL AS is_priced,
    c.cost IS NULL OR EXISTS (
      SELECT 1 FROM model_prices p WHERE p.tenant_id = c.tenant_id AND p.id = c.price_id AND p.provider = c.provider
        AND p.model = c.model AND p.currency = c.currency AND p.from_date <= (c.started_at AT TIME ZONE 'UTC')::date
        AND cost_of_call(c, p) = c.cost) AS cost_fits
  FROM model_calls c JOIN steps s ON s.tenant_id = c.tenant_id AND s.id = c.step_id`;

/** The ids of the company's calls of today that have ended. */
export async function listCallIdsOfDay(tx: TenantTransaction, tenantId: number): Promise<number[]> {
  const { ids } = await selectOne<{ ids: number[] }>(tx)`
    SELECT coalesce(jsonb_agg(c.id), '[]') AS ids FROM model_calls c
    WHERE c.tenant_id = ${tenantId} AND c.ended_at IS NOT NULL AND c.started_at >= (
      SELECT date_trunc('day', clock_timestamp(), t.time_zone) FROM tenants t WHERE t.id = ${tenantId})`;
  return ids;
}

export const listCallsByIds = (tx: TenantTransaction, tenantId: number, ids: readonly number[]) =>
  selectAll<EndedCall>(tx)`
    ${endedCalls} WHERE c.tenant_id = ${tenantId} AND c.id = ANY (${sql.param(ids as number[])}::bigint[])`;

/** The calls of these runs that have ended, in the order of their ids. */
export const listCallsOfRuns = (tx: TenantTransaction, tenantId: number, runIds: readonly number[]) =>
  selectAll<EndedCall>(tx)`
    ${endedCalls} WHERE c.tenant_id = ${tenantId} AND c.run_id = ANY (${sql.param(runIds as number[])}::bigint[])
      AND c.ended_at IS NOT NULL ORDER BY c.id`;

/** The currency in which a call that begins now will be priced. Null: the model has no price today. */
export const findPriceCurrency = async (
  tx: TenantTransaction,
  tenantId: number,
  { provider, model }: { provider: string; model: string },
): Promise<string | null> => {
  const row = await selectFirst<{ currency: string }>(tx)`
    SELECT currency FROM model_prices
    WHERE tenant_id = ${tenantId} AND provider = ${provider} AND model = ${model}
      AND from_date <= (clock_timestamp() AT TIME ZONE 'UTC')::date
    ORDER BY from_date DESC, id DESC LIMIT 1`;
  return row?.currency ?? null;
};
