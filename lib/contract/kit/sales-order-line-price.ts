import { kitAction } from "./definition";
import { decimal, reference, seenValue } from "./words";

export const orderLinePrice = kitAction({
  actionType: "sales_order_line_price",
  name: "propose_order_line_price",
  description:
    "Proposes another rate for one line of an open sales order. Name the line by its key, or by its item where only one line has that item. A person decides; nothing is written now.",
  entityType: "sales_order",
  words: {
    orderNumber: reference.describe("The sales order, such as SO-22984."),
    lineKey: reference.optional().describe("The line's unique key, such as 2298401."),
    sku: reference.optional().describe("The item on the line, such as 10501."),
    from: seenValue("The line's rate"),
    to: decimal.describe("The new rate, as decimal text such as 30.90."),
  },
  goesTo: {
    orderNumber: "entity_ref",
    lineKey: "context.line_unique_key",
    sku: "context.item",
    from: "changes.rate.from",
    to: "changes.rate.to",
  },
});
