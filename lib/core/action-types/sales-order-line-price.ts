import { formatQuantity } from "@/lib/core/values/money";
import { targetText } from "@/lib/core/field-map";
import { type ActionTypeDefinition, itemKeyOf, undoByRestoring } from "./definition";
import { priceSentence, weighPrice } from "./price-words";

export const salesOrderLinePrice: ActionTypeDefinition = {
  type: "sales_order_line_price",
  entityTypes: ["sales_order"],
  title: "Sales order line",
  fieldLabels: { rate: "rate" },
  weigh(payload, live) {
    const volume = live.facts.order_quantity;
    const price = weighPrice(payload, live, { field: "rate", volume });
    return {
      ...price,
      basis: volume === undefined ? null : `on the order, ${formatQuantity(volume)} units`,
      customerRef: live.facts.customer_name ?? null,
      sku: itemKeyOf(payload, targetText(payload, "item")),
      complete: price.complete && live.facts.customer_name !== undefined,
    };
  },
  subject: (payload, live) => [payload.entity_ref, live?.facts.item_name].filter(Boolean).join(" · "),
  details(payload) {
    const line = targetText(payload, "line") ?? payload.record?.line_key;
    return line ? [`line ${line}`] : [];
  },
  sentence(payload, live) {
    const item = live?.facts.item_name ?? targetText(payload, "item") ?? "one line";
    return priceSentence(payload, live, {
      field: "rate",
      of: `the line rate of ${item} on ${payload.entity_ref}`,
      where: "",
    });
  },
  undo: undoByRestoring,
};
