/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Lines of sales orders.
 */
define(["N/record", "./gfs_decimal", "./gfs_lookup", "./gfs_subject"], (record, decimal, lookup, subject) => {
  const CUSTOM_PRICE_LEVEL = "-1";

  const openOrderLine = (target) => {
    const match = lookup.salesOrder(target.sales_order);
    if (!match) return null;
    const order = record.load({ type: "salesorder", id: match.id });
    const item = target.item ? lookup.item(target.item) : null;
    const line = findOrderLine(order, target.line, item);
    if (line < 0) return null;
    const valueOf = (fieldId) => order.getSublistValue({ sublistId: "item", fieldId, line });
    return subject.lineSubject({
      loaded: order,
      name: order.getValue({ fieldId: "tranid" }),
      parts: { item_id: String(valueOf("item")), line_key: String(valueOf("lineuniquekey")) },
      sublistId: "item",
      line,
      before: { price: CUSTOM_PRICE_LEVEL },
      facts: () => orderLineFacts(order, valueOf),
    });
  };

  const orderLineFacts = (order, valueOf) => {
    const customer = record.load({ type: "customer", id: order.getValue({ fieldId: "entity" }) });
    return {
      ...subject.customerFacts(customer),
      ...subject.changeFacts(order),
      item_name: String(valueOf("description") || ""),
      order_quantity: decimal.normalise(valueOf("quantity")) || undefined,
      order_total_cents: decimal.toCents(order.getValue({ fieldId: "total" })),
      unit_volume_year: lookup.unitVolumeYear(valueOf("item"), customer.id),
    };
  };

  /** By the line's unique key: an index moves when somebody inserts a line above. By item only where it is one line. */
  const findOrderLine = (order, key, item) =>
    subject.onlyLine(
      order,
      "item",
      (textOf) => (!key || textOf("lineuniquekey") === key) && (!item || textOf("item") === String(item.id)),
    );

  return {
    ROWS: { sales_order_line_price: { fields: { rate: "money" }, open: openOrderLine } },
  };
});
