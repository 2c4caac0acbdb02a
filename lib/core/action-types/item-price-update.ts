import { compareDecimals } from "@/lib/core/values/decimal";
import { type ProposalPayload, targetText } from "@/lib/core/field-map";
import { formatQuantity } from "@/lib/core/values/money";
import { type ActionTypeDefinition, type LiveRead, itemKeyOf, undoByRestoring } from "./definition";
import { itemNameOf, priceSentence, weighPrice } from "./price-words";

export const itemPriceUpdate: ActionTypeDefinition = {
  type: "item_price_update",
  entityTypes: ["item"],
  title: "List price",
  fieldLabels: { price: "price" },
  weigh(payload, live) {
    const volume = live.facts.unit_volume_year;
    return {
      ...weighPrice(payload, live, { field: "price", volume }),
      // Who buys at this level is not known, so that everybody's volume is the most it can come to.
      basis: volume === undefined ? null : `a year at most, ${formatQuantity(volume)} units`,
      customerRef: null,
      sku: itemKeyOf(payload, payload.entity_ref),
    };
  },
  subject: itemNameOf,
  details(payload, live) {
    const least = breakOf(payload, live);
    return [
      `price level ${levelOf(payload, live)}`,
      ...(isFirstBreak(least) ? [] : [`from ${formatQuantity(least)} units`]),
      ...currencyDetail(payload),
    ];
  },
  sentence(payload, live) {
    const least = breakOf(payload, live);
    return priceSentence(payload, live, {
      field: "price",
      of: `the list price of ${this.subject(payload, live)}`,
      where: [
        `on price level ${levelOf(payload, live)}`,
        isFirstBreak(least) ? "" : ` from ${formatQuantity(least)} units`,
      ].join(""),
    });
  },
  undo: undoByRestoring,
};

function levelOf(payload: ProposalPayload, live: LiveRead | null): string {
  return live?.facts.level_name ?? targetText(payload, "price_level") ?? "Base";
}

function breakOf(payload: ProposalPayload, live: LiveRead | null): string {
  return live?.facts.break_quantity ?? targetText(payload, "quantity_break") ?? "0";
}

function isFirstBreak(least: string): boolean {
  return compareDecimals(least, "0") === 0;
}

function currencyDetail(payload: ProposalPayload): string[] {
  const currency = targetText(payload, "currency");
  return currency ? [`in ${currency}`] : [];
}
