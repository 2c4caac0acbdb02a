import { compareDecimals, percentMove, subtract, toCents } from "../decimal";
import { formatMoney, formatQuantity } from "../money";
import { type ActionTypeDefinition, changeOf, contextText, undoByRestoring } from "./definition";

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
    return {
      movementPercent: percentMove(to, live.values.price),
      impactCents,
      basis: volume === undefined ? null : `a year, ${formatQuantity(volume)} units`,
      customerRef: live.facts.customer_name ?? contextText(payload, "customer"),
      sku: payload.entity_ref,
      complete: impactCents !== null && movement !== null && live.facts.customer_name !== undefined,
    };
  },
  subject: (payload, live) => live?.facts.item_name ?? live?.recordName ?? `Item ${payload.entity_ref}`,
  details: (payload) => {
    const bid = contextText(payload, "bid_id", "bid");
    return bid ? [bid] : [];
  },
  sentence(payload, live) {
    const { from, to } = changeOf(payload, "price");
    const old = from ?? live?.values.price ?? null;
    const currency = live?.facts.currency ?? "USD";
    const bid = contextText(payload, "bid_id", "bid");
    const direction = compareDecimals(to, old);
    const verb = direction === 1 ? "Raise" : direction === -1 ? "Lower" : "Set";
    return [
      `${verb} the bid price of ${this.subject(payload, live)}`,
      old === null ? "" : ` from ${formatMoney(old, currency)}`,
      to === null ? "" : ` to ${formatMoney(to, currency)}`,
      bid ? ` on bid ${bid}` : "",
    ].join("");
  },
  undo: undoByRestoring,
};
