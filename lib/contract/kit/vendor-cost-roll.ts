import { z } from "zod";
import { kitAction } from "./definition";
import { rollDescription, rollEntries, rollName } from "./roll";
import { decimal, reference, seenValue } from "./words";

const cost = z.strictObject({
  sku: reference.describe("The item's number, such as 10472."),
  vendor: reference.describe("The vendor's name, such as Valley Berry Growers."),
  from: seenValue("The purchase price"),
  to: decimal.describe("The new purchase price per unit."),
});

export const vendorCostRoll = kitAction({
  actionType: "vendor_cost_roll",
  name: "propose_cost_roll",
  description: rollDescription("vendor costs"),
  entityType: "cost_roll",
  words: {
    name: rollName("VENDORS-Q1"),
    costs: rollEntries(cost, "cost"),
  },
  goesTo: { name: "entity_ref", costs: "lines" },
  lineGoesTo: {
    sku: "entity_ref",
    vendor: "context.vendor",
    from: "changes.purchaseprice.from",
    to: "changes.purchaseprice.to",
  },
});
