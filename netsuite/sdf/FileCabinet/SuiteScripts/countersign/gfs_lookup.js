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
  const MAIN_LINE = ["mainline", "is", "T"];

  const setting = (name) => runtime.getCurrentScript().getParameter({ name });

  const rows = (type, filters, columns, limit = 2) =>
    search.create({ type, filters, columns }).run().getRange({ start: 0, end: limit });

  /** The one result, or null; two of the same name are no answer a machine should choose between. */
  const only = (type, filters, columns = ["internalid"]) => {
    const results = rows(type, filters, columns);
    if (results.length > 1) throw verdict.refusal("AMBIGUOUS_TARGET", `More than one ${type} has this name.`);
    return results[0] || null;
  };

  const firstOf = (finders) => {
    for (const find of finders) {
      const result = find();
      if (result) return result;
    }
    return null;
  };

  const item = (sku) => {
    const row = only("item", [["itemid", "is", sku]], ["displayname", "averagecost"]);
    if (!row) return null;
    return {
      id: row.id,
      type: row.recordType,
      sku,
      name: row.getValue({ name: "displayname" }) || sku,
      unitCost: decimal.normalise(row.getValue({ name: "averagecost" })),
    };
  };

  const byId = (type, ref, columns) =>
    /^\d+$/.test(ref) ? only(type, [["internalid", "anyof", ref]], columns) : null;

  /** A customer or a vendor, by number, name or internal id. */
  const company = (type, ref, columns) =>
    firstOf([
      () => only(type, [["entityid", "is", ref]], columns),
      () => only(type, [["companyname", "is", ref]], columns),
      () => byId(type, ref, columns),
    ]);

  const customer = (ref) => company("customer", ref);

  const vendor = (ref) => {
    const row = company("vendor", ref, ["entityid", "companyname", "currency"]);
    if (!row) return null;
    const valueOf = (name) => row.getValue({ name });
    return {
      id: row.id,
      name: valueOf("companyname") || valueOf("entityid"),
      currencyId: valueOf("currency"),
    };
  };

  const TERMS_MAX = 50;

  const activeTerms = (name) => {
    try {
      return rows("term", [["name", "is", name], "and", ["isinactive", "is", "F"]], ["name"], TERMS_MAX);
    } catch (error) {
      if (error.name !== "INSUFFICIENT_PERMISSION") throw error;
      // An account may do without this permission: only these changes are refused, and the lane goes on.
      throw verdict.refusal(
        "TERMS_NOT_READABLE",
        "The role may not look at payment terms (Accounting Lists).",
      );
    }
  };

  /** The payment terms of exactly this name. The search ignores case, and inactive terms cannot be given to anybody. */
  const termsId = (name) => {
    const named = activeTerms(name).filter(
      (row) => String(row.getValue({ name: "name" })).trim() === name.trim(),
    );
    if (named.length > 1)
      throw verdict.refusal("AMBIGUOUS_TERMS", `More than one of the payment terms is called "${name}".`);
    if (named.length === 0)
      throw verdict.refusal("UNKNOWN_TERMS", `There are no active payment terms called "${name}".`);
    return named[0].id;
  };

  /** When payment is due, and the discount for paying within fewer days; empty where nobody may look. */
  const termsMeaning = (id) => {
    if (!id) return {};
    try {
      const terms = record.load({ type: "term", id });
      const figure = (fieldId) => decimal.normalise(terms.getValue({ fieldId })) || undefined;
      return {
        days: figure("daysuntilnetdue"),
        discountPercent: figure("discountpercent"),
        discountDays: figure("daysuntilexpiry"),
      };
    } catch (error) {
      if (error.name !== "INSUFFICIENT_PERMISSION") throw error;
      return {};
    }
  };

  /** NetSuite's own level for the base price, which no account can delete, and the currency an account begins with. */
  const BASE_PRICE_LEVEL = "1";
  const FIRST_CURRENCY = "1";
  const BASE_NAMES = ["base", "base price"];

  const priceLevel = (ref) => {
    const isBase = !ref || BASE_NAMES.includes(ref.toLowerCase());
    const row = isBase
      ? byId("pricelevel", BASE_PRICE_LEVEL, ["name"])
      : firstOf([
          () => only("pricelevel", [["name", "is", ref]], ["name"]),
          () => byId("pricelevel", ref, ["name"]),
        ]);
    return row ? { id: row.id, name: row.getValue({ name: "name" }) } : null;
  };

  const currency = (symbol) => {
    const row = symbol
      ? only("currency", [["symbol", "is", symbol]], ["symbol"])
      : byId("currency", FIRST_CURRENCY, ["symbol"]);
    return row ? { id: row.id, symbol: row.getValue({ name: "symbol" }) } : null;
  };

  /** The item's price matrix: one per currency, or one alone where the account knows no currencies. */
  const priceSublist = (currencyId) =>
    runtime.isFeatureInEffect({ feature: "MULTICURRENCY" }) ? `price${currencyId}` : "price";

  const bom = (name) => only("bom", [["name", "is", name]], ["name"]);

  const REVISIONS_MAX = 50;

  const bomRevisions = (bomId) =>
    rows(
      "bomrevision",
      [["billofmaterials", "anyof", bomId], "and", ["isinactive", "is", "F"]],
      ["name"],
      REVISIONS_MAX,
    );

  const customerByBid = (bid) => only("customer", [[setting("custscript_gfs_bid_field"), "is", bid]]);

  const salesOrder = (tranId) => only("salesorder", [["tranid", "is", tranId], "and", MAIN_LINE]);

  const location = (name) => only("location", [["name", "is", name]], ["subsidiary"]);

  const itemsAt = (locationId, itemIds, columns, limit) => {
    const filters = [["internalid", "anyof", ...itemIds], "and", ["inventorylocation", "anyof", locationId]];
    return rows("item", filters, columns, limit);
  };

  /** The stock of an item at one location, and its average cost there. */
  const stock = (itemId, locationId) => {
    const [row] = itemsAt(locationId, [itemId], ["locationquantityonhand", "locationaveragecost"], 1);
    if (!row) return null;
    return {
      onHand: decimal.normalise(row.getValue({ name: "locationquantityonhand" }) || 0),
      unitCost: decimal.normalise(row.getValue({ name: "locationaveragecost" })),
    };
  };

  const COMPONENTS_MAX = 1000;

  /** The stock of several items at one location, by item id. */
  const stocks = (itemIds, locationId) => {
    const results = itemsAt(locationId, itemIds, ["locationquantityonhand"], COMPONENTS_MAX);
    return Object.fromEntries(
      results.map((row) => [String(row.id), row.getValue({ name: "locationquantityonhand" })]),
    );
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

  /** Units that assembly builds of the trailing year made, of any of these assemblies. */
  const unitsBuiltYear = (assemblyIds) =>
    sum("quantity", [
      ["type", "anyof", "Build"],
      TRAILING_YEAR,
      MAIN_LINE,
      ["item", "anyof", ...assemblyIds],
    ]);

  /** A share of revenue is a weight, not money: one decimal of float arithmetic is enough. */
  const customerSharePercent = (customerId) => {
    const all = Number(sum("amount", invoiced([MAIN_LINE])));
    const own = Number(sum("amount", invoiced([MAIN_LINE, ["entity", "anyof", customerId]])));
    return all === 0 ? undefined : decimal.normalise(((own / all) * 100).toFixed(1));
  };

  const openOrdersCents = (customerId) =>
    decimal.toCents(
      sum("amount", [
        ["type", "anyof", "SalesOrd"],
        MAIN_LINE,
        ["entity", "anyof", customerId],
        ["status", "anyof", ...OPEN_ORDER_STATUSES],
      ]),
    );

  const currencySymbol = (currencyId) =>
    record.load({ type: "currency", id: currencyId }).getValue({ fieldId: "symbol" });

  /** The user who changed the record last, from its system notes. */
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
    vendor,
    termsId,
    termsMeaning,
    priceLevel,
    priceSublist,
    currency,
    bom,
    bomRevisions,
    salesOrder,
    location,
    stock,
    stocks,
    unitVolumeYear,
    unitsBuiltYear,
    customerSharePercent,
    openOrdersCents,
    currencySymbol,
    lastChange,
    byExternalId: (type, key) => only(type, [["externalid", "anyof", key]]),
  };
});
