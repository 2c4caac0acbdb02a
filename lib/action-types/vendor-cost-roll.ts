import { base } from "@/lib/core/action/tier-rules";
import { defineActionType } from "./shared/definition";
import { rollDescription, rollEntries, rollName, rollOf } from "./shared/roll";
import { decimal, reference, seenValue, word } from "./shared/tool";
import { vendorCostUpdate, vendorOfLine } from "./vendor-cost-update";

const cost = {
  sku: word("entity_ref", reference, "The item's number, such as 10472."),
  vendor: word("context.vendor", reference, "The vendor's name, such as Valley Berry Growers."),
  from: seenValue("changes.purchaseprice.from", "The purchase price"),
  to: word("changes.purchaseprice.to", decimal, "The new purchase price per unit."),
};

export const vendorCostRoll = defineActionType({
  ...rollOf(vendorCostUpdate, {
    title: "Vendor cost roll",
    thing: ["cost", "costs"],
    party: ["vendor", "vendors"],
    partyOf: vendorOfLine,
  }),
  type: "vendor_cost_roll",
  entityTypes: ["cost_roll"],
  tierRules: [base("vendor-cost-roll", 5)],
  tool: {
    name: "propose_cost_roll",
    description: rollDescription("vendor costs"),
    words: { name: rollName("VENDORS-Q1"), costs: rollEntries(cost, "cost") },
    lineWords: cost,
  },
  example: {
    entity_type: "cost_roll",
    entity_ref: "VENDORS-Q1",
    changes: [],
    context: {},
    lines: [
      {
        entity_ref: "10472",
        changes: [{ field: "purchaseprice", from: "0.92", to: "0.95" }],
        context: { vendor: "Valley Berry Growers" },
      },
      {
        entity_ref: "10473",
        changes: [{ field: "purchaseprice", to: "8.01" }],
        context: { vendor: "Valley Berry Growers" },
      },
      {
        entity_ref: "10473",
        changes: [{ field: "purchaseprice", to: "8.35" }],
        context: { vendor: "Continental Produce Exchange" },
      },
    ],
  },
});
