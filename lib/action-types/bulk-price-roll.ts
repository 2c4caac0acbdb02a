import { base } from "@/lib/core/action/tier-rules";
import { z } from "zod";
import { bidPriceUpdate, bidTarget } from "./bid-price-update";
import { defineActionType } from "./shared/definition";
import { rollDescription, rollEntries, rollName, rollOf } from "./shared/roll";
import { decimal, reference, seenValue } from "./shared/tool";

const price = z.strictObject({
  sku: reference.describe("The item's number in NetSuite."),
  bidId: reference.optional().describe("The bid it is priced in, such as B5875."),
  customer: reference.optional().describe("The customer, where no bid is known."),
  from: seenValue("The price"),
  to: decimal.describe("The new price per unit."),
});

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
  tierRules: [base("bulk-price-roll", 5)],
  tool: {
    name: "propose_price_roll",
    description: rollDescription("bid or customer prices"),
    words: { name: rollName("SPRING-2027"), prices: rollEntries(price, "price") },
    goesTo: { name: "entity_ref", prices: "lines" },
    lineGoesTo: {
      sku: "entity_ref",
      bidId: "context.bid_id",
      customer: "context.customer",
      from: "changes.price.from",
      to: "changes.price.to",
    },
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
