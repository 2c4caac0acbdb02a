import type { TenantTransaction } from "@/db/client";
import type { modelPrices } from "@/db/schema/model-calls";
import { type RowOf, execute, selectAll } from "@/db/queries/rows";

/** Prices of models. Each applies from its day until the next price of the same model. */

export type ModelPrice = RowOf<
  typeof modelPrices,
  | "provider"
  | "model"
  | "fromDate"
  | "currency"
  | "inputPrice"
  | "cachedPrice"
  | "outputPrice"
  | "reasoningPrice"
  | "reason"
  | "byLabel"
  | "at"
>;

/** It takes the place of an earlier one of the same model and day. */
export const insertModelPrice = (
  tx: TenantTransaction,
  tenantId: number,
  price: Omit<ModelPrice, "at"> & { byUserId: number },
) =>
  execute(tx)`
    INSERT INTO model_prices (tenant_id, provider, model, from_date, currency, input_price, cached_price, output_price,
      reasoning_price, reason, by_user_id, by_label)
    VALUES (${tenantId}, ${price.provider}, ${price.model}, ${price.fromDate}::date, ${price.currency},
      ${price.inputPrice}, ${price.cachedPrice}, ${price.outputPrice}, ${price.reasoningPrice}, ${price.reason},
      ${price.byUserId}, ${price.byLabel})`;

/** Prices by provider and model, newest day first, without replaced ones, at most `limit`. */
export const listModelPrices = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<ModelPrice>(tx)`
    SELECT DISTINCT ON (provider, model, from_date) provider, model, to_char(from_date, 'YYYY-MM-DD') AS from_date,
      currency, input_price, cached_price, output_price, reasoning_price, reason, by_label, at
    FROM model_prices WHERE tenant_id = ${tenantId}
    ORDER BY provider, model, from_date DESC, id DESC LIMIT ${limit}`;
