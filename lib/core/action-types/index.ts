import type { ActionType } from "@/lib/core/field-map";
import { isActionType } from "@/lib/core/field-map";
import { assemblyBuild } from "./assembly-build";
import { bomChange } from "./bom-change";
import { bulkPriceRoll } from "./bulk-price-roll";
import { customerCreditLimit, customerCreditRevoke } from "./customer-credit";
import { bidPriceUpdate, customerPriceUpdate } from "./customer-prices";
import type { ActionTypeDefinition } from "./definition";
import { cacheInvalidation, emailDraft } from "./internal";
import { inventoryAdjustment } from "./inventory-adjustment";
import { itemPriceUpdate } from "./item-price-update";
import { arNote, noteAttachment } from "./notes";
import { salesOrderLinePrice } from "./sales-order-line-price";
import { vendorCostRoll } from "./vendor-cost-roll";
import { vendorCostUpdate } from "./vendor-cost-update";

/** Complete by type: a row in the field map without a definition here does not compile. */
const definitions: Record<ActionType, ActionTypeDefinition> = {
  ar_note: arNote,
  note_attachment: noteAttachment,
  sales_order_line_price: salesOrderLinePrice,
  bid_price_update: bidPriceUpdate,
  customer_price_update: customerPriceUpdate,
  item_price_update: itemPriceUpdate,
  vendor_cost_update: vendorCostUpdate,
  inventory_adjustment: inventoryAdjustment,
  assembly_build: assemblyBuild,
  bom_change: bomChange,
  customer_credit_limit: customerCreditLimit,
  customer_credit_revoke: customerCreditRevoke,
  bulk_price_roll: bulkPriceRoll,
  vendor_cost_roll: vendorCostRoll,
  email_draft: emailDraft,
  cache_invalidation: cacheInvalidation,
};

export function actionTypeOf(name: string): ActionTypeDefinition | null {
  return isActionType(name) ? definitions[name] : null;
}

export type { ActionTypeDefinition, LiveLine, LiveRead } from "./definition";
