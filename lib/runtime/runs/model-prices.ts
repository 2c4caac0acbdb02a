import { inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { priceCalls } from "@/db/queries/workflows/model-calls";
import { type ModelPrice, insertModelPrice, listModelPrices } from "@/db/queries/workflows/model-prices";
import type { ModelPrices } from "@/lib/contract/workflows/models";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { millionthsOf, textOfMillionths } from "@/lib/core/run/model-call";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";

const LISTED_MAX = 500;

/** The prices of models, by provider and model, newest first, at most 500. */
export async function readModelPrices(
  { tenantId }: Person,
  gateway: Gateway = getGateway(),
): Promise<ModelPrices> {
  const rows = await inTenant(gateway.database, tenantId, (tx) => listModelPrices(tx, tenantId, LISTED_MAX));
  return { items: rows.map(priceViewOf) };
}

interface NewPrice {
  provider: string;
  model: string;
  from: string;
  currency: string;
  input: string;
  cached: string | null;
  output: string;
  reasoning: string | null;
  reason: string;
}

/**
 * From its day on, until the next price of the same model; an earlier one of the same day is replaced. Calls since then that have
 * no cost yet get one; a cost that is there stays. @throws AppError not_allowed 403.
 */
export async function setModelPrice(
  admin: Person,
  price: NewPrice,
  gateway: Gateway = getGateway(),
): Promise<ModelPrices> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  await inTenant(gateway.database, tenantId, async (tx) => {
    await insertModelPrice(tx, tenantId, {
      provider: price.provider,
      model: price.model,
      fromDate: price.from,
      currency: price.currency,
      inputPrice: millionthsOf(price.input),
      cachedPrice: price.cached === null ? null : millionthsOf(price.cached),
      outputPrice: millionthsOf(price.output),
      reasoningPrice: price.reasoning === null ? null : millionthsOf(price.reasoning),
      reason: price.reason,
      byUserId: admin.userId,
      byLabel: admin.name,
    });
    await appendEvent(tx, {
      ...byPerson(admin),
      entityType: "model_prices",
      entityId: tenantId,
      type: "model_prices.changed",
      details: { ...price, by_user_id: admin.userId },
    });
    await priceCalls(tx, tenantId, price);
  });
  return readModelPrices(admin, gateway);
}

const priceViewOf = (row: ModelPrice): ModelPrices["items"][number] => ({
  provider: row.provider,
  model: row.model,
  from: row.fromDate,
  currency: row.currency,
  input: textOfMillionths(row.inputPrice),
  cached: row.cachedPrice === null ? null : textOfMillionths(row.cachedPrice),
  output: textOfMillionths(row.outputPrice),
  reasoning: row.reasoningPrice === null ? null : textOfMillionths(row.reasoningPrice),
  reason: row.reason,
  changed_by: row.byLabel,
  changed_at: isoOf(row.at),
});
