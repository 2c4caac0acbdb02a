import { compareDecimals, percentMove, subtract, toCents } from "../decimal";
import { formatMoney, formatQuantity } from "../money";
import { targetText } from "../field-map";
import { type ActionTypeDefinition, changeOf, isPositive, itemKeyOf, undoByRestoring } from "./definition";

export const salesOrderLinePrice: ActionTypeDefinition = {
  type: "sales_order_line_price",
  entityTypes: ["sales_order"],
  title: "Sales order line",
  fieldLabels: { rate: "rate" },
  weigh(payload, live) {
    const { to } = changeOf(payload, "rate");
    const movement = subtract(to, live.values.rate);
    const quantity = live.facts.order_quantity;
    const impactCents = toCents(movement, quantity);
    const movementPercent = percentMove(to, live.values.rate);
    return {
      movementPercent,
      impactCents,
      basis: quantity === undefined ? null : `on the order, ${formatQuantity(quantity)} units`,
      customerRef: live.facts.customer_name ?? null,
      sku: itemKeyOf(payload, targetText(payload, "item")),
      complete:
        impactCents !== null &&
        movementPercent !== null &&
        isPositive(quantity) &&
        live.facts.customer_name !== undefined,
    };
  },
  subject: (payload, live) => [payload.entity_ref, live?.facts.item_name].filter(Boolean).join(" · "),
  details(payload) {
    const line = targetText(payload, "line") ?? payload.record?.line_key;
    return line ? [`line ${line}`] : [];
  },
  sentence(payload, live) {
    const { from, to } = changeOf(payload, "rate");
    const old = from ?? live?.values.rate ?? null;
    const currency = live?.facts.currency ?? "USD";
    const direction = compareDecimals(to, old);
    const verb = direction === 1 ? "Raise" : direction === -1 ? "Lower" : "Set";
    const item = live?.facts.item_name ?? targetText(payload, "item") ?? "one line";
    return [
      `${verb} the line rate of ${item} on ${payload.entity_ref}`,
      old === null ? "" : ` from ${formatMoney(old, currency)}`,
      to === null ? "" : ` to ${formatMoney(to, currency)}`,
    ].join("");
  },
  undo: undoByRestoring,
};
