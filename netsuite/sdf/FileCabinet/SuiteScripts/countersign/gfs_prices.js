/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * The prices of an item: for one customer, on the price list, and from a vendor.
 */
define(["N/record", "./gfs_decimal", "./gfs_lookup", "./gfs_subject", "./gfs_verdict"], (
  record,
  decimal,
  lookup,
  subject,
  verdict,
) => {
  const CUSTOM_PRICE_LEVEL = "-1";
  const PRICE = "price";

  const openBidPrice = (target) => {
    const match = target.bid ? lookup.customerByBid(target.bid) : lookup.customer(target.customer);
    return openPriceOfCustomer(match, target);
  };

  const openCustomerPrice = (target) => openPriceOfCustomer(lookup.customer(target.customer), target);

  const openPriceOfCustomer = (match, target) => {
    const item = lookup.item(target.item);
    if (!match || !item) return null;
    const customer = record.load({ type: "customer", id: match.id });
    refuseOtherCustomer(customer, target);
    const line = customer.findSublistLineWithValue({
      sublistId: "itempricing",
      fieldId: "item",
      value: item.id,
    });
    if (line < 0) return null;
    return subject.lineSubject({
      loaded: customer,
      name: `${item.name} · ${customer.getValue({ fieldId: "companyname" })}`,
      parts: { item_id: String(item.id) },
      sublistId: "itempricing",
      line,
      before: { level: CUSTOM_PRICE_LEVEL },
      facts: () => ({
        ...subject.customerFacts(customer),
        ...subject.changeFacts(customer),
        item_name: item.name,
        unit_cost: item.unitCost,
        unit_volume_year: lookup.unitVolumeYear(item.id, customer.id),
      }),
    });
  };

  /** A bid number and a customer that do not belong together mean that the proposal is confused. */
  const refuseOtherCustomer = (customer, target) => {
    // With the ids that were approved there is nothing to doubt: they are compared.
    if (!target.bid || !target.customer || target.record_id) return;
    const names = [
      customer.id,
      ...["entityid", "companyname"].map((fieldId) => customer.getValue({ fieldId })),
    ];
    if (names.map(String).includes(target.customer)) return;
    throw verdict.refusal("BID_OF_OTHER_CUSTOMER", `Bid ${target.bid} is not of ${target.customer}.`);
  };

  /** A cell of the item's price matrix: the line is a price level, the column a quantity break. */
  const openItemPrice = (target) => {
    const item = lookup.item(target.item);
    const level = lookup.priceLevel(target.price_level);
    const currency = lookup.currency(target.currency);
    if (!item || !level || !currency) return null;
    const loaded = record.load({ type: item.type, id: item.id });
    const sublistId = lookup.priceSublist(currency.id);
    const line = loaded.findSublistLineWithValue({ sublistId, fieldId: "pricelevel", value: level.id });
    const least = decimal.normalise(target.quantity_break || 0);
    const column = columnOf(loaded, sublistId, least);
    if (line < 0 || column < 0) return null;
    const cell = { sublistId, fieldId: PRICE, line, column };
    return {
      effect: "update",
      record: { type: loaded.type, id: String(loaded.id), name: `${item.name} · ${level.name}` },
      parts: {
        item_id: String(item.id),
        level_id: String(level.id),
        break_quantity: least,
        currency_id: String(currency.id),
      },
      live: (_fieldId, kind) => decimal.asText(kind, loaded.getMatrixSublistValue(cell)),
      lastModified: () => subject.isoTime(loaded),
      facts: () => ({
        ...itemFacts(item, loaded),
        level_name: level.name,
        currency: currency.symbol,
      }),
      apply: (_fieldId, kind, to) =>
        loaded.setMatrixSublistValue({ ...cell, value: subject.asStored(kind, to) }),
      save: () => loaded.save(),
    };
  };

  /** By the quantity it starts at: a column moves when somebody adds a break before it. The first starts at none. */
  const columnOf = (loaded, sublistId, least) => {
    const matrix = { sublistId, fieldId: PRICE };
    for (let column = 0; column < loaded.getMatrixHeaderCount(matrix); column += 1) {
      const from = decimal.normalise(loaded.getMatrixHeaderValue({ ...matrix, column }) || 0);
      if (from === least) return column;
    }
    return -1;
  };

  const itemFacts = (item, loaded) => ({
    ...subject.changeFacts(loaded),
    item_name: item.name,
    unit_cost: item.unitCost,
    unit_volume_year: lookup.unitVolumeYear(item.id, null),
  });

  const openVendorCost = (target) => {
    const item = lookup.item(target.item);
    const vendor = lookup.vendor(target.vendor);
    if (!item || !vendor) return null;
    const loaded = record.load({ type: item.type, id: item.id });
    const line = subject.onlyLine(loaded, "itemvendor", (textOf) => textOf("vendor") === String(vendor.id));
    if (line < 0) return null;
    return subject.lineSubject({
      loaded,
      name: `${item.name} · ${vendor.name}`,
      parts: { item_id: String(item.id), vendor_id: String(vendor.id) },
      sublistId: "itemvendor",
      line,
      facts: () => ({
        ...itemFacts(item, loaded),
        vendor_name: vendor.name,
        currency: lookup.currencySymbol(vendor.currencyId),
      }),
    });
  };

  return {
    ROWS: {
      bid_price_update: { fields: { price: "money" }, open: openBidPrice },
      customer_price_update: { fields: { price: "money" }, open: openCustomerPrice },
      item_price_update: { fields: { price: "money" }, open: openItemPrice },
      vendor_cost_update: { fields: { purchaseprice: "money" }, open: openVendorCost },
    },
  };
});
