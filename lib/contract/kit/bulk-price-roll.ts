import { z } from "zod";
import { kitAction } from "./definition";
import { rollDescription, rollEntries, rollName } from "./roll";
import { decimal, reference, seenValue } from "./words";

const price = z.strictObject({
  sku: reference.describe("The item's number in NetSuite."),
  bidId: reference.optional().describe("The bid it is priced in, such as B5875."),
  customer: reference.optional().describe("The customer, where no bid is known."),
  from: seenValue("The price"),
  to: decimal.describe("The new price per unit."),
});

export const priceRoll = kitAction({
  actionType: "bulk_price_roll",
  name: "propose_price_roll",
  description: rollDescription("bid or customer prices"),
  entityType: "price_roll",
  words: {
    name: rollName("SPRING-2027"),
    prices: rollEntries(price, "price"),
  },
  goesTo: { name: "entity_ref", prices: "lines" },
  lineGoesTo: {
    sku: "entity_ref",
    bidId: "context.bid_id",
    customer: "context.customer",
    from: "changes.price.from",
    to: "changes.price.to",
  },
});
