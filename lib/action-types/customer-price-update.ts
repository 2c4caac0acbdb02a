import { defineActionType } from "./shared/definition";
import { payloadDetail } from "./shared/detail";
import { customerPrice, priceSentence } from "./shared/price";
import { customerName, entity, fromContext, targetOf } from "./shared/target";
import { decided, decimal, reference, seenValue, word } from "./shared/tool";

const target = targetOf(entity("item"), fromContext("customer", customerName, { required: true }));

export const customerPriceUpdate = defineActionType({
  ...customerPrice((payload) => target.text(payload, "customer")),
  type: "customer_price_update",
  title: "Customer price",
  target: target.parts,
  // The card names the customer that was read; where none was, the name that was proposed has to do.
  details: (payload, live) =>
    live?.facts.customer_name ? [] : payloadDetail("for", target.text(payload, "customer") ?? "no customer"),
  sentence(payload, live) {
    const customer = live?.facts.customer_name ?? target.text(payload, "customer");
    return priceSentence(payload, live, {
      field: "price",
      of: `the price of ${this.subject(payload, live)}`,
      where: `for ${customer ?? "no customer"}`,
    });
  },
  tool: {
    name: "propose_customer_price",
    description: decided("Proposes a new unit price of one item for one customer, named without a bid."),
    words: {
      sku: word("entity_ref", reference, "The item's number, such as 10473."),
      customer: word("context.customer", reference, "The customer's name, such as Driscoll's."),
      from: seenValue("changes.price.from", "The unit price"),
      to: word("changes.price.to", decimal, "The new unit price, as decimal text such as 11.52."),
    },
  },
  example: {
    entity_type: "item",
    entity_ref: "10473",
    changes: [{ field: "price", from: "11.40", to: "11.52" }],
    context: { customer: "Driscoll's" },
    record: { type: "customer", id: "701", item_id: "302" },
  },
});
