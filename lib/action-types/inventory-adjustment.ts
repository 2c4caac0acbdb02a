import { base, raisedBy } from "@/lib/core/action/tier-rules";
import { add, toCents } from "@/lib/core/values/decimal";
import { formatQuantity } from "@/lib/core/values/money";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { asProposed, changeOf, isPositive, itemKeyOf } from "./shared/change";
import { type LiveRead, defineActionType } from "./shared/definition";
import { itemNameOf } from "./shared/price";
import { entity, fromContext, locationName, targetOf, writtenText } from "./shared/target";
import { decimal, reference, seenValue, written } from "./shared/tool";

const target = targetOf(
  entity("item"),
  fromContext("location", locationName, { required: true }),
  writtenText("memo", ["memo", "reason"]),
);

export const inventoryAdjustment = defineActionType({
  type: "inventory_adjustment",
  title: "Inventory adjustment",
  entityTypes: ["item"],
  destination: "netsuite",
  effect: "create",
  fields: [
    {
      field: "adjustqtyby",
      label: "adjust quantity by",
      record: "inventoryadjustment",
      sublist: "inventory",
      kind: "quantity",
      aliases: ["adjust_qty_by", "quantity", "quantity_delta", "qty"],
      bound: "not_zero",
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
    raisedBy("cumulative_sku_cents", 1_000_00, "item-total-from-1000-dollars-today", 4),
  ],
  // Names the stock that was on hand, so another stock is not the one that was approved.
  afterExternalEdit: "stale",
  weigh(payload, live) {
    const { unit_cost: cost } = live.facts;
    const impactCents = toCents(changeOf(payload, "adjustqtyby").to, cost ?? null);
    return {
      movementPercent: null,
      impactCents,
      basis: cost === undefined ? null : "at unit cost",
      customerRef: null,
      sku: itemKeyOf(payload, payload.entity_ref),
      complete: impactCents !== null && isPositive(cost),
    };
  },
  subject: itemNameOf,
  details(payload, live) {
    const location = target.text(payload, "location");
    const memo = target.text(payload, "memo");
    return [
      location ? `at ${location}` : null,
      stockAfter(payload, live),
      memo ? `memo “${memo}”` : null,
    ].filter((detail) => detail !== null);
  },
  sentence(payload, live) {
    const { to } = changeOf(payload, "adjustqtyby");
    const location = target.text(payload, "location");
    const less = to?.startsWith("-") ?? false;
    const quantity = formatQuantity((to ?? "0").replace(/^-/, ""));
    const verb = less ? "Take" : "Add";
    const preposition = less ? "from" : "to";
    return `${verb} ${quantity} ${preposition} the stock of ${this.subject(payload, live)}${location ? ` at ${location}` : ""}`;
  },
  undo(payload) {
    const { to } = changeOf(payload, "adjustqtyby");
    if (to === null) return null;
    const opposite = to.startsWith("-") ? to.slice(1) : `-${to}`;
    return { ...asProposed(payload), changes: [{ field: "adjustqtyby", to: opposite }] };
  },
  tool: {
    name: "propose_inventory_adjustment",
    description:
      "Proposes to add to or take from the stock of one item at one location. A person decides; nothing is written now.",
    words: {
      sku: reference.describe("The item's number, such as 10521."),
      location: reference.describe("The location's name, such as Dallas DC."),
      onHand: seenValue("The quantity on hand"),
      by: decimal.describe("The difference, not the new stock: -150 takes 150 away."),
      memo: written.optional().describe("Written on the adjustment in NetSuite."),
    },
    goesTo: {
      sku: "entity_ref",
      location: "context.location",
      onHand: "changes.adjustqtyby.from",
      by: "changes.adjustqtyby.to",
      memo: "context.memo",
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

/** The stock that the adjustment would make of what was on hand: the change itself is a difference. */
function stockAfter(payload: ProposalPayload, live: LiveRead | null): string | null {
  const { from, to } = changeOf(payload, "adjustqtyby");
  const onHand = live?.facts.on_hand ?? live?.values.adjustqtyby ?? from;
  const after = add(onHand, to);
  if (onHand === null || to === null || after === null) return null;
  return to.startsWith("-")
    ? `leaves ${formatQuantity(after)} of ${formatQuantity(onHand)} on hand`
    : `brings ${formatQuantity(onHand)} on hand to ${formatQuantity(after)}`;
}
