import { kitAction } from "./definition";
import { decimal, reference, seenValue } from "./words";

export const customerPrice = kitAction({
  actionType: "customer_price_update",
  name: "propose_customer_price",
  description:
    "Proposes a new unit price of one item for one customer, named without a bid. A person decides; nothing is written now.",
  entityType: "item",
  words: {
    sku: reference.describe("The item's number, such as 10473."),
    customer: reference.describe("The customer's name, such as Driscoll's."),
    from: seenValue("The unit price"),
    to: decimal.describe("The new unit price, as decimal text such as 11.52."),
  },
  goesTo: {
    sku: "entity_ref",
    customer: "context.customer",
    from: "changes.price.from",
    to: "changes.price.to",
  },
});
