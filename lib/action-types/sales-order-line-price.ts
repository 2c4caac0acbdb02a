import { UNIT_PRICE } from "./shared/range";
import { base, raisedBy, raisedByTotals } from "@/lib/core/action/tier-rules";
import { formatQuantity } from "@/lib/core/values/money";
import { itemKeyOf, undoByRestoring } from "./shared/change";
import { defineActionType } from "./shared/definition";
import { payloadDetail } from "./shared/detail";
import { priceSentence, weighPrice } from "./shared/price";
import { entity, fromContext, targetOf } from "./shared/target";
import { decided, decimal, reference, seenValue, word } from "./shared/tool";

const target = targetOf(
  entity("sales_order"),
  fromContext("line", ["line_unique_key", "lineuniquekey", "line_key", "line_id", "line"]),
  fromContext("item", ["item", "sku", "item_ref"]),
);

/** A change that is spread over several orders meets the thresholds of one order. */
const OVER_ORDERS = ["customer", "item", "agent"] as const;

export const salesOrderLinePrice = defineActionType({
  type: "sales_order_line_price",
  title: "Sales order line",
  entityTypes: ["sales_order"],
  destination: "netsuite",
  effect: "update",
  record: "salesorder",
  fields: [
    { field: "rate", label: "rate", kind: "money", aliases: ["price", "unit_price"], range: UNIT_PRICE },
  ],
  target: target.parts,
  pinnedIds: ["item_id", "line_key"],
  facts: ["currency", "customer_name", "item_name", "order_quantity"],
  tierRules: [
    base("order-change-under-50-dollars", 2),
    raisedBy("cumulative_entity_cents", 50_00, "order-change-from-50-dollars", 3),
    raisedBy("cumulative_entity_cents", 1_000_00, "order-change-from-1000-dollars", 4),
    ...raisedByTotals(OVER_ORDERS, { atLeast: 50_00, words: "from-50-dollars", tier: 3 }),
    ...raisedByTotals(OVER_ORDERS, { atLeast: 1_000_00, words: "from-1000-dollars", tier: 4 }),
  ],
  afterExternalEdit: "stale",
  weigh(payload, live) {
    const volume = live.facts.order_quantity;
    const price = weighPrice(payload, live, { field: "rate", volume });
    return {
      ...price,
      basis: volume === undefined ? null : `on the order, ${formatQuantity(volume)} units`,
      customerRef: live.facts.customer_name ?? null,
      sku: itemKeyOf(payload, target.text(payload, "item")),
      complete: price.complete && live.facts.customer_name !== undefined,
    };
  },
  subject: (payload, live) => [payload.entity_ref, live?.facts.item_name].filter(Boolean).join(" · "),
  details(payload) {
    return payloadDetail("line", target.text(payload, "line") ?? payload.record?.line_key);
  },
  says: ["rate"],
  sentence(payload, live) {
    const item = live?.facts.item_name ?? target.text(payload, "item") ?? "one line";
    return priceSentence(payload, live, {
      field: "rate",
      of: `the line rate of ${item} on ${payload.entity_ref}`,
      where: "",
    });
  },
  undo: undoByRestoring,
  tool: {
    name: "propose_order_line_price",
    description: decided(
      "Proposes another rate for one line of an open sales order. Name the line by its key, or by its item where only one line has that item.",
    ),
    words: {
      orderNumber: word("entity_ref", reference, "The sales order, such as SO-22984."),
      lineKey: word(
        "context.line_unique_key",
        reference.optional(),
        "The line's unique key, such as 2298401.",
      ),
      sku: word("context.item", reference.optional(), "The item on the line, such as 10501."),
      from: seenValue("changes.rate.from", "The line's rate"),
      to: word("changes.rate.to", decimal, "The new rate, as decimal text such as 30.90."),
    },
  },
  example: {
    entity_type: "sales_order",
    entity_ref: "SO-22984",
    changes: [{ field: "rate", from: "31.50", to: "30.90" }],
    context: { line_unique_key: "2298401" },
    record: { type: "salesorder", id: "5001", item_id: "306", line_key: "2298401" },
  },
});
