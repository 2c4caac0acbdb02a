import { type ProposalPayload, targetText } from "@/lib/core/field-map";
import { formatQuantity } from "@/lib/core/values/money";
import { type ActionTypeDefinition, type LiveRead, itemKeyOf, undoByRestoring } from "./definition";
import { itemNameOf, priceSentence, weighPrice } from "./price-words";

export const vendorCostUpdate: ActionTypeDefinition = {
  type: "vendor_cost_update",
  entityTypes: ["item"],
  title: "Vendor cost",
  fieldLabels: { purchaseprice: "purchase price" },
  weigh(payload, live) {
    const volume = live.facts.unit_volume_year;
    return {
      ...weighPrice(payload, live, { field: "purchaseprice", volume }),
      // What is sold was bought; how much of it from this vendor is not known.
      basis: volume === undefined ? null : `a year at most, ${formatQuantity(volume)} units sold`,
      customerRef: null,
      sku: itemKeyOf(payload, payload.entity_ref),
    };
  },
  subject: itemNameOf,
  details: (payload, live) => [`vendor ${vendorOf(payload, live)}`],
  sentence(payload, live) {
    return priceSentence(payload, live, {
      field: "purchaseprice",
      of: `the purchase price of ${this.subject(payload, live)}`,
      where: `at vendor ${vendorOf(payload, live)}`,
    });
  },
  undo: undoByRestoring,
};

function vendorOf(payload: ProposalPayload, live: LiveRead | null): string {
  return vendorOfLine(payload, live) ?? "unknown";
}

/** As NetSuite names the vendor, or the proposal where that is not known. */
export function vendorOfLine(payload: ProposalPayload, live: LiveRead | null): string | null {
  return live?.facts.vendor_name ?? targetText(payload, "vendor");
}
