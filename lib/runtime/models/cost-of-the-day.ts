import type { TenantTransaction } from "@/db/client";
import { findPriceCurrency, sumModelDay } from "@/db/queries/workflows/model-calls";
import { findCaps } from "@/db/queries/workflows/runs";
import { textOfMillionths } from "@/lib/core/run/model-call";
import { type ToolResult, failed, postponed } from "@/lib/runtime/tools/tool";
import { areCallsOfDayProven } from "./proven-calls";

/** The wait before the cap is checked again, when an administrator may have raised it or a new day has begun. */
const LOOK_AGAIN_MS = 300_000;

/**
 * Null: the company's cap on the day's costs of models lets the question be asked. Calls under way are not counted yet, so they come
 * on top. Where a call of the day has no fitting seal, its sum says nothing and no model is asked. A model without a price in the cap's
 * currency is not asked at all: its costs could not be counted.
 */
export async function refusalByCost(
  tx: TenantTransaction,
  tenantId: number,
  asked: { provider: string; model: string },
): Promise<ToolResult | null> {
  const { maxModelCostPerDay: max } = await findCaps(tx, tenantId);
  if (max === null) return null;
  const { currency, cost } = await sumModelDay(tx, tenantId);
  if ((await findPriceCurrency(tx, tenantId, asked)) !== currency)
    return failed(
      "not_priced",
      `The day's costs of models are capped, and ${asked.provider}/${asked.model} has no price in ${currency} today.`,
    );
  if (!(await areCallsOfDayProven(tx, tenantId)))
    return postponed(
      "costs_unproven",
      "A call of a model today ended otherwise than Countersign wrote, so that nobody can say what models have cost. This model is asked tomorrow, or when the cap is taken away.",
      LOOK_AGAIN_MS,
    );
  if (cost < max) return null;
  return postponed(
    "costs_capped",
    `Models have cost ${textOfMillionths(cost)} ${currency} today, and the cap is ${textOfMillionths(max)}. This model is asked tomorrow, or when the cap is raised.`,
    LOOK_AGAIN_MS,
  );
}
