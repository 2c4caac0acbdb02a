/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Finds records by the names people use, and reads the facts that say how much a change weighs.
 */
define(["N/record", "N/search", "N/runtime", "./gfs_decimal", "./gfs_verdict"], (
  record,
  search,
  runtime,
  decimal,
  verdict,
) => {
  const OPEN_ORDER_STATUSES = ["SalesOrd:A", "SalesOrd:B", "SalesOrd:D", "SalesOrd:E"];
  const TRAILING_YEAR = ["trandate", "onorafter", "daysago365"];

  const setting = (name) => runtime.getCurrentScript().getParameter({ name });

  const rows = (type, filters, columns, limit = 2) =>
    search.create({ type, filters, columns }).run().getRange({ start: 0, end: limit });

  /** The one result, or null; two of the same name are no answer a machine should choose between. */
  const only = (type, filters, columns = ["internalid"]) => {
    const found = rows(type, filters, columns);
    if (found.length > 1) throw verdict.refusal("AMBIGUOUS_TARGET", `More than one ${type} has this name.`);
    return found[0] || null;
  };

  const firstOf = (finders) => {
    for (const find of finders) {
      const found = find();
      if (found) return found;
    }
    return null;
  };

  const item = (sku) => {
    const row = only("item", [["itemid", "is", sku]], ["displayname", "averagecost"]);
    if (!row) return null;
    return {
      id: row.id,
      sku,
      name: row.getValue({ name: "displayname" }) || sku,
      unitCost: decimal.normalise(row.getValue({ name: "averagecost" })),
    };
  };

  const customer = (ref) =>
    firstOf([
      () => only("customer", [["entityid", "is", ref]]),
      () => only("customer", [["companyname", "is", ref]]),
      () => (/^\d+$/.test(ref) ? only("customer", [["internalid", "anyof", ref]]) : null),
    ]);

  const customerByBid = (bid) => only("customer", [[setting("custscript_gfs_bid_field"), "is", bid]]);

  const salesOrder = (tranId) =>
    only("salesorder", [["tranid", "is", tranId], "and", ["mainline", "is", "T"]]);

  const location = (name) => only("location", [["name", "is", name]], ["subsidiary"]);

  /** What one location holds of an item, and at what average cost. */
  const stock = (itemId, locationId) => {
    const [row] = rows(
      "item",
      [["internalid", "anyof", itemId], "and", ["inventorylocation", "anyof", locationId]],
      ["locationquantityonhand", "locationaveragecost"],
      1,
    );
    if (!row) return null;
    return {
      onHand: decimal.normalise(row.getValue({ name: "locationquantityonhand" }) || 0),
      unitCost: decimal.normalise(row.getValue({ name: "locationaveragecost" })),
    };
  };

  const sum = (name, filters) => {
    const joined = filters.flatMap((filter, index) => (index === 0 ? [filter] : ["and", filter]));
    const column = { name, summary: search.Summary.SUM };
    const [row] = rows("transaction", joined, [column], 1);
    return decimal.normalise((row && row.getValue(column)) || 0);
  };

  const invoiced = (extra) => [["type", "anyof", "CustInvc"], TRAILING_YEAR, ...extra];

  const unitVolumeYear = (itemId, customerId) => {
    const whose = customerId ? [["entity", "anyof", customerId]] : [];
    return sum("quantity", invoiced([["mainline", "is", "F"], ["item", "anyof", itemId], ...whose]));
  };

  /** A share of revenue is a weight, not money: one decimal of float arithmetic is enough. */
  const customerSharePercent = (customerId) => {
    const all = Number(sum("amount", invoiced([["mainline", "is", "T"]])));
    const own = Number(
      sum(
        "amount",
        invoiced([
          ["mainline", "is", "T"],
          ["entity", "anyof", customerId],
        ]),
      ),
    );
    return all === 0 ? undefined : decimal.normalise(((own / all) * 100).toFixed(1));
  };

  const openOrdersCents = (customerId) =>
    decimal.toCents(
      sum("amount", [
        ["type", "anyof", "SalesOrd"],
        ["mainline", "is", "T"],
        ["entity", "anyof", customerId],
        ["status", "anyof", ...OPEN_ORDER_STATUSES],
      ]),
    );

  const currencySymbol = (currencyId) =>
    record.load({ type: "currency", id: currencyId }).getValue({ fieldId: "symbol" });

  /** Who changed the record last, from its system notes. */
  const lastChange = (type, id) => {
    const columns = [
      { name: "date", join: "systemNotes", sort: search.Sort.DESC },
      { name: "name", join: "systemNotes" },
    ];
    const [row] = rows(type, [["internalid", "anyof", id]], columns, 1);
    return row ? row.getValue({ name: "name", join: "systemNotes" }) || undefined : undefined;
  };

  return {
    setting,
    item,
    customer,
    customerByBid,
    salesOrder,
    location,
    stock,
    unitVolumeYear,
    customerSharePercent,
    openOrdersCents,
    currencySymbol,
    lastChange,
    byExternalId: (type, key) => only(type, [["externalid", "anyof", key]]),
  };
});
