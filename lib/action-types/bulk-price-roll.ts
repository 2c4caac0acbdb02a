import { base, raisedBy } from "@/lib/core/action/tier-rules";
import { bidPriceUpdate, bidTarget } from "./bid-price-update";
import { defineActionType } from "./shared/definition";
import { rollDescription, rollEntries, rollName, rollOf } from "./shared/roll";
import { decimal, reference, seenValue, word } from "./shared/tool";

const price = {
  sku: word("entity_ref", reference, "The item's number in NetSuite."),
  bidId: word("context.bid_id", reference.optional(), "The bid it is priced in, such as B5875."),
  customer: word("context.customer", reference.optional(), "The customer, where no bid is known."),
  from: seenValue("changes.price.from", "The price"),
  to: word("changes.price.to", decimal, "The new price per unit."),
};

export const bulkPriceRoll = defineActionType({
  ...rollOf(bidPriceUpdate, {
    title: "Price roll",
    thing: ["price", "prices"],
    party: ["customer", "customers"],
    partyOf: (line, live) =>
      live?.facts.customer_name ?? bidTarget.text(line, "customer") ?? bidTarget.text(line, "bid"),
  }),
  type: "bulk_price_roll",
  entityTypes: ["price_roll"],
  // A roll of one line is that line, whose own rules hold for it.
  tierRules: [base("price-roll-of-one-line", 3), raisedBy("writes", 2, "bulk-price-roll", 5)],
  tool: {
    name: "propose_price_roll",
    description: rollDescription("bid or customer prices"),
    words: { name: rollName("SPRING-2027"), prices: rollEntries(price, "price") },
    lineWords: price,
  },
  example: {
    entity_type: "price_roll",
    entity_ref: "SPRING-2027",
    changes: [],
    context: {},
    lines: [
      {
        entity_ref: "10522",
        changes: [{ field: "price", from: "46.35", to: "46.80" }],
        context: { customer: "Riverbend Foods" },
      },
      {
        entity_ref: "10472",
        changes: [{ field: "price", from: "1.42", to: "1.45" }],
        context: { bid_id: "B5875" },
      },
      {
        entity_ref: "10480",
        changes: [{ field: "price", to: "28.50" }],
        context: { customer: "Driscoll's" },
      },
    ],
  },
});
