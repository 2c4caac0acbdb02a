import { arNote } from "./ar-note";
import { assemblyBuild } from "./assembly-build";
import { priceChange } from "./bid-price-update";
import { bomChange } from "./bom-change";
import { priceRoll } from "./bulk-price-roll";
import { cacheInvalidation } from "./cache-invalidation";
import { creditLimit } from "./customer-credit-limit";
import { creditRevocation } from "./customer-credit-revoke";
import { customerPrice } from "./customer-price-update";
import type { KitAction } from "./definition";
import { emailDraft } from "./email-draft";
import { inventoryAdjustment } from "./inventory-adjustment";
import { listPrice } from "./item-price-update";
import { noteAttachment } from "./note-attachment";
import { orderLinePrice } from "./sales-order-line-price";
import { vendorCostRoll } from "./vendor-cost-roll";
import { vendorCost } from "./vendor-cost-update";

/** One per action type; a test holds it against the field map. */
export const KIT_ACTIONS: readonly KitAction[] = [
  priceChange,
  customerPrice,
  listPrice,
  vendorCost,
  orderLinePrice,
  inventoryAdjustment,
  assemblyBuild,
  bomChange,
  creditLimit,
  creditRevocation,
  arNote,
  noteAttachment,
  priceRoll,
  vendorCostRoll,
  emailDraft,
  cacheInvalidation,
];
