import { UNIT_PRICE } from "./shared/range";
import { base } from "@/lib/core/action/tier-rules";
import { compareDecimals } from "@/lib/core/values/decimal";
import { formatQuantity } from "@/lib/core/values/money";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { itemKeyOf, undoByRestoring } from "./shared/change";
import { type LiveRead, defineActionType } from "./shared/definition";
import { payloadDetail } from "./shared/detail";
import { itemNameOf, priceSentence, weighPrice } from "./shared/price";
import { entity, fromContext, targetOf } from "./shared/target";
import { decided, decimal, reference, seenValue, word } from "./shared/tool";

const target = targetOf(
  entity("item"),
  // Absent: the base level, the break that starts at zero, the account's own currency.
  fromContext("price_level", ["price_level", "level"]),
  fromContext("quantity_break", ["quantity_break", "break_quantity"], { kind: "quantity" }),
  fromContext("currency", ["currency"]),
);

export const itemPriceUpdate = defineActionType({
  type: "item_price_update",
  title: "List price",
  entityTypes: ["item"],
  destination: "netsuite",
  effect: "update",
  record: "item",
  fields: [
    {
      field: "price",
      label: "price",
      kind: "money",
      aliases: ["unit_price", "list_price", "base_price"],
      range: UNIT_PRICE,
    },
  ],
  target: target.parts,
  pinnedIds: ["item_id", "level_id", "break_quantity", "currency_id"],
  facts: ["currency", "item_name", "level_name", "break_quantity", "unit_volume_year"],
  tierRules: [base("list-price", 4)],
  afterExternalEdit: "stale",
  weigh(payload, live) {
    const volume = live.facts.unit_volume_year;
    return {
      ...weighPrice(payload, live, { field: "price", volume }),
      // The customers at this price level are unknown, so the volume of all customers is the upper bound.
      basis: volume === undefined ? null : `a year at most, ${formatQuantity(volume)} units`,
      customerRef: null,
      sku: itemKeyOf(payload, payload.entity_ref),
    };
  },
  subject: itemNameOf,
  details(payload, live) {
    const least = breakOf(payload, live);
    const currency = target.text(payload, "currency");
    const proposed = live?.facts.level_name ? null : target.text(payload, "price_level");
    return [
      ...(proposed ? payloadDetail("price level", proposed) : [`price level ${levelOf(payload, live)}`]),
      ...(isFirstBreak(least) ? [] : [`from ${formatQuantity(least)} units`]),
      ...payloadDetail("in", currency),
    ];
  },
  says: ["price"],
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
  tool: {
    name: "propose_list_price",
    description: decided(
      "Proposes a new list price of one item at one price level, which every customer of that level pays.",
    ),
    words: {
      sku: word("entity_ref", reference, "The item's number, such as 10472."),
      priceLevel: word(
        "context.price_level",
        reference.optional(),
        "Such as Wholesale. Left out: the base price.",
      ),
      quantityBreak: word(
        "context.quantity_break",
        decimal.optional(),
        "From how many units the price holds, such as 25. Left out: from the first unit.",
      ),
      currency: word(
        "context.currency",
        reference.optional(),
        "Such as CAD. Left out: the account's own currency.",
      ),
      from: seenValue("changes.price.from", "The list price"),
      to: word("changes.price.to", decimal, "The new list price, as decimal text such as 1.60."),
    },
  },
  example: {
    entity_type: "item",
    entity_ref: "10472",
    changes: [{ field: "price", from: "1.41", to: "1.45" }],
    context: { price_level: "Wholesale", quantity_break: 25 },
    record: {
      type: "inventoryitem",
      id: "301",
      item_id: "301",
      level_id: "2",
      break_quantity: "25",
      currency_id: "1",
    },
  },
});

function levelOf(payload: ProposalPayload, live: LiveRead | null): string {
  return live?.facts.level_name ?? target.text(payload, "price_level") ?? "Base";
}

function breakOf(payload: ProposalPayload, live: LiveRead | null): string {
  return live?.facts.break_quantity ?? target.text(payload, "quantity_break") ?? "0";
}

function isFirstBreak(least: string): boolean {
  return compareDecimals(least, "0") === 0;
}
