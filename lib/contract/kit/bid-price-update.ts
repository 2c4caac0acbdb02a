import { kitAction } from "./definition";
import { decimal, reference, seenValue } from "./words";

export const priceChange = kitAction({
  actionType: "bid_price_update",
  name: "propose_price_change",
  description:
    "Proposes a new unit price of one item on one customer's bid. A person decides; nothing is written now.",
  entityType: "item",
  words: {
    sku: reference.describe("The item's number, such as 10472."),
    bidId: reference.describe("The bid, such as B5875."),
    customer: reference.optional().describe("Only to be sure: must be the bid's customer."),
    from: seenValue("The unit price"),
    to: decimal.describe("The new unit price, as decimal text such as 1.48."),
  },
  goesTo: {
    sku: "entity_ref",
    bidId: "context.bid_id",
    customer: "context.customer",
    from: "changes.price.from",
    to: "changes.price.to",
  },
});
