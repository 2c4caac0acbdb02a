import { DIFFERENCE } from "./shared/range";
import { base, raisedBy, raisedByTotals } from "@/lib/core/action/tier-rules";
import { formatQuantity } from "@/lib/core/values/money";
import { asProposed, changeOf } from "./shared/change";
import { defineActionType } from "./shared/definition";
import { payloadDetail, writtenDetail } from "./shared/detail";
import { onHandOf, stockAfter, stockLeft, stockMove } from "./shared/stock";
import { entity, fromContext, locationName, targetOf, writtenText } from "./shared/target";
import { decided, decimal, reference, seenValue, word, written } from "./shared/tool";

const target = targetOf(
  entity("item"),
  fromContext("location", locationName, { required: true }),
  writtenText("memo", ["memo", "reason"]),
);

export const inventoryAdjustment = defineActionType({
  ...stockMove("adjustqtyby"),
  type: "inventory_adjustment",
  title: "Inventory adjustment",
  record: "inventoryadjustment",
  fields: [
    {
      field: "adjustqtyby",
      label: "adjust quantity by",
      kind: "quantity",
      aliases: ["adjust_qty_by", "quantity", "quantity_delta", "qty"],
      range: DIFFERENCE,
      isDifference: true,
    },
  ],
  target: target.parts,
  pinnedIds: ["item_id", "location_id"],
  permissions: [
    {
      key: "TRAN_INVADJST",
      name: "Adjust Inventory",
      level: "CREATE",
      without: "inventory adjustments are refused",
    },
  ],
  facts: ["item_name", "on_hand", "unit_cost"],
  tierRules: [
    base("adjustment-under-1000-dollars", 3),
    raisedBy("impact_cents", 1_000_00, "adjustment-from-1000-dollars", 4),
    ...raisedByTotals(["item", "agent", "location"], {
      atLeast: 1_000_00,
      words: "from-1000-dollars",
      tier: 4,
    }),
  ],
  // Where it names the stock that was on hand, another stock is not the one that was approved.
  afterExternalEdit: "stale",
  details(payload, live) {
    const { from, to } = changeOf(payload, "adjustqtyby");
    const location = target.text(payload, "location");
    const memo = target.text(payload, "memo");
    return [
      ...payloadDetail("at", location),
      stockAfter(onHandOf(live, from), to),
      ...writtenDetail("memo", memo),
    ].filter((detail) => detail !== null);
  },
  sentence(payload, live) {
    const { from, to } = changeOf(payload, "adjustqtyby");
    const location = target.text(payload, "location");
    const left = stockLeft(onHandOf(live, from), to);
    const less = to?.startsWith("-") ?? false;
    const quantity = formatQuantity((to ?? "0").replace(/^-/, ""));
    const verb = less ? "Take" : "Add";
    const preposition = less ? "from" : "to";
    return `${verb} ${quantity} ${preposition} the stock of ${this.subject(payload, live)}${location ? ` at ${location}` : ""}${left ? `: ${left} on hand` : ""}`;
  },
  undo(payload) {
    const { to } = changeOf(payload, "adjustqtyby");
    if (to === null) return null;
    const opposite = to.startsWith("-") ? to.slice(1) : `-${to}`;
    return { ...asProposed(payload), changes: [{ field: "adjustqtyby", to: opposite }] };
  },
  tool: {
    name: "propose_inventory_adjustment",
    description: decided("Proposes to add to or take from the stock of one item at one location."),
    words: {
      sku: word("entity_ref", reference, "The item's number, such as 10521."),
      location: word("context.location", reference, "The location's name, such as Dallas DC."),
      onHand: seenValue("changes.adjustqtyby.from", "The quantity on hand"),
      by: word("changes.adjustqtyby.to", decimal, "The difference, not the new stock: -150 takes 150 away."),
      memo: word("context.memo", written.optional(), "Written on the adjustment in NetSuite."),
    },
  },
  example: {
    entity_type: "item",
    entity_ref: "10521",
    changes: [{ field: "adjustqtyby", from: 360, to: -150 }],
    context: { location: "Dallas DC", memo: "Cold chain break" },
    record: { type: "inventoryitem", id: "312", item_id: "312", location_id: "1" },
  },
});
