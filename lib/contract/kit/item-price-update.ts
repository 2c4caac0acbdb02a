import { kitAction } from "./definition";
import { decimal, reference, seenValue } from "./words";

export const listPrice = kitAction({
  actionType: "item_price_update",
  name: "propose_list_price",
  description:
    "Proposes a new list price of one item at one price level, which every customer of that level pays. A person decides; nothing is written now.",
  entityType: "item",
  words: {
    sku: reference.describe("The item's number, such as 10472."),
    priceLevel: reference.optional().describe("Such as Wholesale. Left out: the base price."),
    quantityBreak: decimal
      .optional()
      .describe("From how many units the price holds, such as 25. Left out: from the first unit."),
    currency: reference.optional().describe("Such as CAD. Left out: the account's own currency."),
    from: seenValue("The list price"),
    to: decimal.describe("The new list price, as decimal text such as 1.60."),
  },
  goesTo: {
    sku: "entity_ref",
    priceLevel: "context.price_level",
    quantityBreak: "context.quantity_break",
    currency: "context.currency",
    from: "changes.price.from",
    to: "changes.price.to",
  },
});
