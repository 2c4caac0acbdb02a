"use server";

import { arNote } from "@/lib/action-types/ar-note";
import { assemblyBuild } from "@/lib/action-types/assembly-build";
import { bidPriceUpdate } from "@/lib/action-types/bid-price-update";
import { bomChange } from "@/lib/action-types/bom-change";
import { bulkPriceRoll } from "@/lib/action-types/bulk-price-roll";
import { cacheInvalidation } from "@/lib/action-types/cache-invalidation";
import { customerCreditLimit } from "@/lib/action-types/customer-credit-limit";
import { customerCreditRevoke } from "@/lib/action-types/customer-credit-revoke";
import { customerPriceUpdate } from "@/lib/action-types/customer-price-update";
import { customerTermsChange } from "@/lib/action-types/customer-terms-change";
import { emailDraft } from "@/lib/action-types/email-draft";
import { inventoryAdjustment } from "@/lib/action-types/inventory-adjustment";
import { itemPriceUpdate } from "@/lib/action-types/item-price-update";
import { noteAttachment } from "@/lib/action-types/note-attachment";
import { salesOrderLinePrice } from "@/lib/action-types/sales-order-line-price";
import { vendorCostRoll } from "@/lib/action-types/vendor-cost-roll";
import { vendorCostUpdate } from "@/lib/action-types/vendor-cost-update";
import { proposeWith } from "@/lib/http/kit-action";

/**
 * One server action per action type, named like its tool: `propose_price_change` is `proposePriceChange`. Each takes the
 * words of the type's tool, and none approves anything. Made by `npm run action-types` from the definitions of the action
 * types; do not edit.
 */
export const proposeArNote = proposeWith(arNote);
export const proposeAssemblyBuild = proposeWith(assemblyBuild);
export const proposePriceChange = proposeWith(bidPriceUpdate);
export const proposeBomChange = proposeWith(bomChange);
export const proposePriceRoll = proposeWith(bulkPriceRoll);
export const proposeCacheInvalidation = proposeWith(cacheInvalidation);
export const proposeCreditLimit = proposeWith(customerCreditLimit);
export const proposeCreditRevocation = proposeWith(customerCreditRevoke);
export const proposeCustomerPrice = proposeWith(customerPriceUpdate);
export const proposeCustomerTerms = proposeWith(customerTermsChange);
export const proposeEmailDraft = proposeWith(emailDraft);
export const proposeInventoryAdjustment = proposeWith(inventoryAdjustment);
export const proposeListPrice = proposeWith(itemPriceUpdate);
export const proposeNoteAttachment = proposeWith(noteAttachment);
export const proposeOrderLinePrice = proposeWith(salesOrderLinePrice);
export const proposeCostRoll = proposeWith(vendorCostRoll);
export const proposeVendorCost = proposeWith(vendorCostUpdate);
