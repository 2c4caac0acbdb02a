import { UNIT_PRICE } from "./shared/range";
import { base } from "@/lib/core/action/tier-rules";
import { formatQuantity } from "@/lib/core/values/money";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { itemKeyOf, undoByRestoring } from "./shared/change";
import { type LiveRead, defineActionType } from "./shared/definition";
import { payloadDetail } from "./shared/detail";
import { itemNameOf, priceSentence, weighPrice } from "./shared/price";
import { entity, fromContext, targetOf } from "./shared/target";
import { decided, decimal, reference, seenValue, word } from "./shared/tool";

const target = targetOf(entity("item"), fromContext("vendor", ["vendor", "vendor_id"], { required: true }));

export const vendorCostUpdate = defineActionType({
  type: "vendor_cost_update",
  title: "Vendor cost",
  entityTypes: ["item"],
  destination: "netsuite",
  effect: "update",
  record: "item",
  fields: [
    {
      field: "purchaseprice",
      label: "purchase price",
      kind: "money",
      aliases: ["purchase_price", "vendor_cost", "cost", "price"],
      range: UNIT_PRICE,
    },
  ],
  target: target.parts,
  pinnedIds: ["item_id", "vendor_id"],
  permissions: [
    {
      key: "LIST_VENDOR",
      name: "Vendors",
      level: "VIEW",
      without: "vendors' costs are refused",
      optional: true,
    },
  ],
  facts: ["currency", "item_name", "vendor_name", "unit_volume_year"],
  tierRules: [base("vendor-cost", 5)],
  afterExternalEdit: "stale",
  weigh(payload, live) {
    const volume = live.facts.unit_volume_year;
    return {
      ...weighPrice(payload, live, { field: "purchaseprice", volume }),
      // The units that were sold were bought once; nobody knows how many of them from this vendor.
      basis: volume === undefined ? null : `a year at most, ${formatQuantity(volume)} units sold`,
      customerRef: null,
      sku: itemKeyOf(payload, payload.entity_ref),
    };
  },
  subject: itemNameOf,
  details: (payload, live) =>
    live?.facts.vendor_name
      ? [`vendor ${live.facts.vendor_name}`]
      : payloadDetail("vendor", target.text(payload, "vendor") ?? "unknown"),
  says: ["purchaseprice"],
  sentence(payload, live) {
    return priceSentence(payload, live, {
      field: "purchaseprice",
      of: `the purchase price of ${this.subject(payload, live)}`,
      where: `at vendor ${vendorOfLine(payload, live) ?? "unknown"}`,
    });
  },
  undo: undoByRestoring,
  tool: {
    name: "propose_vendor_cost",
    description: decided("Proposes a new purchase price of one item at one vendor."),
    words: {
      sku: word("entity_ref", reference, "The item's number, such as 10472."),
      vendor: word("context.vendor", reference, "The vendor's name, such as Valley Berry Growers."),
      from: seenValue("changes.purchaseprice.from", "The purchase price"),
      to: word("changes.purchaseprice.to", decimal, "The new purchase price, as decimal text such as 0.97."),
    },
  },
  example: {
    entity_type: "item",
    entity_ref: "10472",
    changes: [{ field: "purchaseprice", from: "0.92", to: "0.97" }],
    context: { vendor: "Valley Berry Growers" },
    record: { type: "inventoryitem", id: "301", item_id: "301", vendor_id: "601" },
  },
});

/** The vendor as NetSuite names it, or as the proposal does where NetSuite could not be read. */
export function vendorOfLine(payload: ProposalPayload, live: LiveRead | null): string | null {
  return live?.facts.vendor_name ?? target.text(payload, "vendor");
}
