import { toCents } from "../decimal";
import { formatQuantity } from "../money";
import { type ActionTypeDefinition, changeOf, contextText } from "./definition";

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
      sku: payload.entity_ref,
      complete: impactCents !== null,
    };
  },
  subject: (payload, live) => live?.facts.item_name ?? live?.recordName ?? `Item ${payload.entity_ref}`,
  details(payload) {
    const location = contextText(payload, "location", "location_id");
    return location ? [`at ${location}`] : [];
  },
  sentence(payload, live) {
    const { to } = changeOf(payload, "adjustqtyby");
    const location = contextText(payload, "location", "location_id");
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
    return { ...payload, changes: [{ field: "adjustqtyby", to: opposite }] };
  },
};
