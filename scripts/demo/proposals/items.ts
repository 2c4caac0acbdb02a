import type { ProposalInput } from "@/lib/contract/actions/proposal";
import {
  distributor,
  listPriceCents,
  type PriceLevelName,
  purchasePricesOf,
  type VendorName,
} from "@countersign/netsuite-simulator/company";
import { blank, proposedBy, dollars, itemNamed } from "./make";

/** Changes of an item for everybody: its list prices, its vendors' costs, and its share of mixes. */

export const listPrices = proposedBy(
  "pricing-agent",
  listPrice(
    { sku: "10472", level: "Wholesale", from: 25 },
    3,
    "The freight surcharge of three cents is on the Base list since October and never reached Wholesale.",
  ),
  listPrice(
    { sku: "10503", level: "Base Price", from: 0 },
    60,
    "Lemon market is firm: the two competitors' lists of Monday are at $36.30 and $36.45.",
  ),
);

export const vendorCosts = proposedBy(
  "buying-agent",
  vendorCost(
    "10472",
    "Valley Berry Growers",
    5,
    "Grower letter of 11-17: new price from Monday's receipts on.",
  ),
  vendorCost(
    "10503",
    "Continental Produce Exchange",
    -35,
    "Quote Q-5520 of 11-19 beats the standing price until February.",
  ),
);

export const bomChanges = proposedBy(
  "plant-agent",
  bomChange(
    "20110",
    "10542",
    { quantity: "0.33" },
    "The last ten builds used 3 % more romaine than the BOM says.",
  ),
  bomChange(
    "20120",
    "10545",
    { yieldPercent: "93" },
    "The new wash line loses two points more spinach; see the yield sheet of week 46.",
  ),
);

function listPrice(
  { sku, level, from }: { sku: string; level: PriceLevelName; from: number },
  byCents: number,
  reason: string,
): ProposalInput {
  const cents = listPriceCents(itemNamed(sku).listPriceCents, level, from);
  return {
    ...blank("item_price_update", sku),
    changes: [{ field: "price", from: dollars(cents), to: dollars(cents + byCents) }],
    context: { price_level: level, ...(from === 0 ? {} : { quantity_break: from }) },
    reason,
  };
}

function vendorCost(sku: string, vendor: VendorName, byCents: number, reason: string): ProposalInput {
  const price = purchasePricesOf(itemNamed(sku)).find((one) => one.vendor === vendor);
  if (!price) throw new Error(`${vendor} does not sell ${sku}`);
  return {
    ...blank("vendor_cost_update", sku),
    changes: [{ field: "purchaseprice", from: dollars(price.cents), to: dollars(price.cents + byCents) }],
    context: { vendor },
    reason,
  };
}

function bomChange(
  sku: string,
  component: string,
  to: { quantity?: string; yieldPercent?: string },
  reason: string,
): ProposalInput {
  const { bom, components } = distributor.assemblies.find((one) => one.sku === sku)!;
  const now = components.find((one) => one.sku === component)!;
  return {
    ...blank("bom_change", bom),
    changes: [
      ...(to.quantity ? [{ field: "bomquantity", from: now.quantity, to: to.quantity }] : []),
      ...(to.yieldPercent ? [{ field: "componentyield", from: now.yieldPercent, to: to.yieldPercent }] : []),
    ],
    context: { component },
    reason,
  };
}
