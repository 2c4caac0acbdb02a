import { z } from "zod";
import { kitAction } from "./definition";
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
  description:
    "Proposes many new bid or customer prices as one: they are read, decided and signed together, and written one by one. Critical: two steps and the roll's name typed by a person.",
  entityType: "price_roll",
  words: {
    name: reference.describe(
      "What the roll is called, such as SPRING-2027; the person who approves types it.",
    ),
    prices: z.array(price).min(1).max(500).describe("Each price that changes, each place once."),
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
