import { compareDecimals, percentMove, subtract, toCents } from "../decimal";
import { formatMoney, formatQuantity } from "../money";
import { targetText } from "../field-map";
import { type ActionTypeDefinition, changeOf, isPositive, itemKeyOf, undoByRestoring } from "./definition";

export const bidPriceUpdate: ActionTypeDefinition = {
  type: "bid_price_update",
  entityTypes: ["item"],
  title: "Bid price",
  fieldLabels: { price: "price" },
  weigh(payload, live) {
    const { to } = changeOf(payload, "price");
    const movement = subtract(to, live.values.price);
    const volume = live.facts.unit_volume_year;
    const impactCents = toCents(movement, volume);
    const movementPercent = percentMove(to, live.values.price);
    return {
      movementPercent,
      impactCents,
      basis: volume === undefined ? null : `a year, ${formatQuantity(volume)} units`,
      customerRef: live.facts.customer_name ?? targetText(payload, "customer"),
      sku: itemKeyOf(payload, payload.entity_ref),
      complete:
        impactCents !== null &&
        movementPercent !== null &&
        isPositive(volume) &&
        live.facts.customer_name !== undefined,
    };
  },
  subject: (payload, live) => live?.facts.item_name ?? live?.recordName ?? `Item ${payload.entity_ref}`,
  details: (payload) => {
    const bid = targetText(payload, "bid");
    return bid ? [bid] : [];
  },
  sentence(payload, live) {
    const { from, to } = changeOf(payload, "price");
    const old = from ?? live?.values.price ?? null;
    const currency = live?.facts.currency ?? "USD";
    const bid = targetText(payload, "bid");
    const customer = live?.facts.customer_name ?? targetText(payload, "customer");
    const direction = compareDecimals(to, old);
    const verb = direction === 1 ? "Raise" : direction === -1 ? "Lower" : "Set";
    return [
      `${verb} the bid price of ${this.subject(payload, live)}`,
      old === null ? "" : ` from ${formatMoney(old, currency)}`,
      to === null ? "" : ` to ${formatMoney(to, currency)}`,
      bid ? ` on bid ${bid}` : customer ? ` for ${customer}` : "",
    ].join("");
  },
  undo: undoByRestoring,
};
