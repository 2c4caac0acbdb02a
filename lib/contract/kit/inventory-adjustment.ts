import { kitAction } from "./definition";
import { decimal, reference, seenValue, written } from "./words";

export const inventoryAdjustment = kitAction({
  actionType: "inventory_adjustment",
  name: "propose_inventory_adjustment",
  description:
    "Proposes to add to or take from the stock of one item at one location. A person decides; nothing is written now.",
  entityType: "item",
  words: {
    sku: reference.describe("The item's number, such as 10521."),
    location: reference.describe("The location's name, such as Dallas DC."),
    onHand: seenValue("The quantity on hand"),
    by: decimal.describe("The difference, not the new stock: -150 takes 150 away."),
    memo: written.optional().describe("Written on the adjustment in NetSuite."),
  },
  goesTo: {
    sku: "entity_ref",
    location: "context.location",
    onHand: "changes.adjustqtyby.from",
    by: "changes.adjustqtyby.to",
    memo: "context.memo",
  },
});
