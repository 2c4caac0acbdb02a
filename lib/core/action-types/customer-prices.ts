import { targetText } from "@/lib/core/field-map";
import { formatQuantity } from "@/lib/core/values/money";
import { type ActionTypeDefinition, itemKeyOf, undoByRestoring } from "./definition";
import { itemNameOf, priceSentence, weighPrice } from "./price-words";

/** The price of one item for one customer; a bid is only another way to name the customer. */
const shared: Pick<ActionTypeDefinition, "entityTypes" | "fieldLabels" | "weigh" | "subject" | "undo"> = {
  entityTypes: ["item"],
  fieldLabels: { price: "price" },
  weigh(payload, live) {
    const volume = live.facts.unit_volume_year;
    const price = weighPrice(payload, live, { field: "price", volume });
    return {
      ...price,
      basis: volume === undefined ? null : `a year, ${formatQuantity(volume)} units`,
      customerRef: live.facts.customer_name ?? targetText(payload, "customer"),
      sku: itemKeyOf(payload, payload.entity_ref),
      complete: price.complete && live.facts.customer_name !== undefined,
    };
  },
  subject: itemNameOf,
  undo: undoByRestoring,
};

export const bidPriceUpdate: ActionTypeDefinition = {
  ...shared,
  type: "bid_price_update",
  title: "Bid price",
  details: (payload) => {
    const bid = targetText(payload, "bid");
    return bid ? [bid] : [];
  },
  sentence(payload, live) {
    const bid = targetText(payload, "bid");
    const customer = live?.facts.customer_name ?? targetText(payload, "customer");
    return priceSentence(payload, live, {
      field: "price",
      of: `the bid price of ${this.subject(payload, live)}`,
      where: bid ? `on bid ${bid}` : customer ? `for ${customer}` : "",
    });
  },
};

export const customerPriceUpdate: ActionTypeDefinition = {
  ...shared,
  type: "customer_price_update",
  title: "Customer price",
  // The card names the customer that was read; where none was, the name that was proposed has to do.
  details: (payload, live) =>
    live?.facts.customer_name ? [] : [`for ${targetText(payload, "customer") ?? "no customer"}`],
  sentence(payload, live) {
    const customer = live?.facts.customer_name ?? targetText(payload, "customer");
    return priceSentence(payload, live, {
      field: "price",
      of: `the price of ${this.subject(payload, live)}`,
      where: `for ${customer ?? "no customer"}`,
    });
  },
};
