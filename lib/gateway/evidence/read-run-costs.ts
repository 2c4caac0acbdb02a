import type { TenantTransaction } from "@/db/client";
import type { BundledCost } from "@/lib/core/ledger/bundle/files";

/** The costs of a run, summed up by provider and model. No tool calls a model yet: there is nothing to sum up. */
export async function readRunCosts(
  _tx: TenantTransaction,
  _tenantId: number,
  _runId: number,
): Promise<BundledCost[]> {
  return [];
}
