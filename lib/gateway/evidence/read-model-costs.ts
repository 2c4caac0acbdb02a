import type { TenantTransaction } from "@/db/client";
import { sumModelCosts } from "@/db/queries/workflows/model-calls";
import type { ModelCostsView } from "@/lib/contract/workflows/models";

/** A run's model costs, by provider and model, and by currency where a model's price changed currency. */
export async function readModelCosts(
  tx: TenantTransaction,
  tenantId: number,
  runId: number,
): Promise<ModelCostsView[]> {
  const rows = await sumModelCosts(tx, tenantId, runId);
  return rows.map((row) => ({
    provider: row.provider,
    model: row.model,
    calls: row.calls,
    input_tokens: row.inputTokens,
    cached_tokens: row.cachedTokens,
    output_tokens: row.outputTokens,
    reasoning_tokens: row.reasoningTokens,
    cost: row.cost,
    currency: row.currency,
    unpriced_calls: row.unpricedCalls,
  }));
}
