import { z } from "zod";
import { kitAction } from "./definition";
import { decimal, reference, seenValue } from "./words";

const cost = z.strictObject({
  sku: reference.describe("The item's number, such as 10472."),
  vendor: reference.describe("The vendor's name, such as Valley Berry Growers."),
  from: seenValue("The purchase price"),
  to: decimal.describe("The new purchase price per unit."),
});

export const vendorCostRoll = kitAction({
  actionType: "vendor_cost_roll",
  name: "propose_cost_roll",
  description:
    "Proposes many new vendor costs as one: they are read, decided and signed together, and written one by one. Critical: two steps and the roll's name typed by a person.",
  entityType: "cost_roll",
  words: {
    name: reference.describe(
      "What the roll is called, such as VENDORS-Q1; the person who approves types it.",
    ),
    costs: z.array(cost).min(1).max(500).describe("Each cost that changes, each place once."),
  },
  goesTo: { name: "entity_ref", costs: "lines" },
  lineGoesTo: {
    sku: "entity_ref",
    vendor: "context.vendor",
    from: "changes.purchaseprice.from",
    to: "changes.purchaseprice.to",
  },
});
