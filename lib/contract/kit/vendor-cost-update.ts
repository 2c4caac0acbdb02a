import { kitAction } from "./definition";
import { decimal, reference, seenValue } from "./words";

export const vendorCost = kitAction({
  actionType: "vendor_cost_update",
  name: "propose_vendor_cost",
  description:
    "Proposes a new purchase price of one item at one vendor. A person decides; nothing is written now.",
  entityType: "item",
  words: {
    sku: reference.describe("The item's number, such as 10472."),
    vendor: reference.describe("The vendor's name, such as Valley Berry Growers."),
    from: seenValue("The purchase price"),
    to: decimal.describe("The new purchase price, as decimal text such as 0.97."),
  },
  goesTo: {
    sku: "entity_ref",
    vendor: "context.vendor",
    from: "changes.purchaseprice.from",
    to: "changes.purchaseprice.to",
  },
});
