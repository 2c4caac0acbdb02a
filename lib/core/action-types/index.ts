import type { ActionType } from "../field-map";
import { isActionType } from "../field-map";
import { bidPriceUpdate } from "./bid-price-update";
import { customerCreditLimit, customerCreditRevoke } from "./customer-credit";
import type { ActionTypeDefinition } from "./definition";
import { inventoryAdjustment } from "./inventory-adjustment";
import { arNote, noteAttachment } from "./notes";
import { salesOrderLinePrice } from "./sales-order-line-price";

/** Complete by type: a row in the field map without a definition here does not compile. */
const definitions: Record<ActionType, ActionTypeDefinition> = {
  ar_note: arNote,
  note_attachment: noteAttachment,
  sales_order_line_price: salesOrderLinePrice,
  bid_price_update: bidPriceUpdate,
  inventory_adjustment: inventoryAdjustment,
  customer_credit_limit: customerCreditLimit,
  customer_credit_revoke: customerCreditRevoke,
};

export function actionTypeOf(name: string): ActionTypeDefinition | null {
  return isActionType(name) ? definitions[name] : null;
}

export type { ActionTypeDefinition, LiveRead } from "./definition";
