import { arNote } from "./ar-note";
import { priceChange } from "./bid-price-update";
import { creditLimit } from "./customer-credit-limit";
import { creditRevocation } from "./customer-credit-revoke";
import type { KitAction } from "./definition";
import { inventoryAdjustment } from "./inventory-adjustment";
import { noteAttachment } from "./note-attachment";
import { orderLinePrice } from "./sales-order-line-price";

/** One per action type; a test holds it against the field map. */
export const KIT_ACTIONS: readonly KitAction[] = [
  priceChange,
  orderLinePrice,
  inventoryAdjustment,
  creditLimit,
  creditRevocation,
  arNote,
  noteAttachment,
];
