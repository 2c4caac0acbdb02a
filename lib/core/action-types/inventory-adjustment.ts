import { add, toCents } from "@/lib/core/values/decimal";
import { type ProposalPayload, targetText } from "@/lib/core/field-map";
import { formatQuantity } from "@/lib/core/values/money";
import {
  type ActionTypeDefinition,
  type LiveRead,
  asProposed,
  changeOf,
  isPositive,
  itemKeyOf,
} from "./definition";

export const inventoryAdjustment: ActionTypeDefinition = {
  type: "inventory_adjustment",
  entityTypes: ["item"],
  title: "Inventory adjustment",
  fieldLabels: { adjustqtyby: "adjust quantity by" },
  weigh(payload, live) {
    const impactCents = toCents(changeOf(payload, "adjustqtyby").to, live.facts.unit_cost ?? null);
    return {
      movementPercent: null,
      impactCents,
      basis: live.facts.unit_cost === undefined ? null : "at unit cost",
      customerRef: null,
      sku: itemKeyOf(payload, payload.entity_ref),
      complete: impactCents !== null && isPositive(live.facts.unit_cost),
    };
  },
  subject: (payload, live) => live?.facts.item_name ?? live?.recordName ?? `Item ${payload.entity_ref}`,
  details(payload, live) {
    const location = targetText(payload, "location");
    const memo = targetText(payload, "memo");
    return [
      location ? `at ${location}` : null,
      stockAfter(payload, live),
      memo ? `memo “${memo}”` : null,
    ].filter((detail) => detail !== null);
  },
  sentence(payload, live) {
    const { to } = changeOf(payload, "adjustqtyby");
    const location = targetText(payload, "location");
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
};

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
