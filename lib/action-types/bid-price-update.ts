import { defineActionType } from "./shared/definition";
import { payloadDetail } from "./shared/detail";
import { customerPrice, priceSentence } from "./shared/price";
import { customerName, entity, fromContext, targetOf } from "./shared/target";
import { decided, decimal, reference, seenValue, word } from "./shared/tool";

export const bidTarget = targetOf(
  entity("item"),
  fromContext("bid", ["bid_id", "bid"]),
  fromContext("customer", customerName),
);

export const bidPriceUpdate = defineActionType({
  ...customerPrice((payload) => bidTarget.text(payload, "customer")),
  type: "bid_price_update",
  title: "Bid price",
  target: bidTarget.parts,
  oneOf: ["bid", "customer"],
  details(payload) {
    return payloadDetail("", bidTarget.text(payload, "bid"));
  },
  sentence(payload, live) {
    const bid = bidTarget.text(payload, "bid");
    const customer = live?.facts.customer_name ?? bidTarget.text(payload, "customer");
    return priceSentence(payload, live, {
      field: "price",
      of: `the bid price of ${this.subject(payload, live)}`,
      where: bid ? `on bid ${bid}` : customer ? `for ${customer}` : "",
    });
  },
  tool: {
    name: "propose_price_change",
    description: decided("Proposes a new unit price of one item on one customer's bid."),
    words: {
      sku: word("entity_ref", reference, "The item's number, such as 10472."),
      bidId: word("context.bid_id", reference, "The bid, such as B5875."),
      customer: word(
        "context.customer",
        reference.optional(),
        "Only to be sure: must be the bid's customer.",
      ),
      from: seenValue("changes.price.from", "The unit price"),
      to: word("changes.price.to", decimal, "The new unit price, as decimal text such as 1.48."),
    },
  },
  example: {
    entity_type: "item",
    entity_ref: "10472",
    changes: [{ field: "price", from: 1.42, to: 1.48 }],
    context: { bid_id: "B5875", customer: "Driscoll's" },
    record: { type: "customer", id: "701", item_id: "301" },
  },
});
