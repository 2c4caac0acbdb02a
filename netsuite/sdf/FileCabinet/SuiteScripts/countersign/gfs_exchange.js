/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * The rate between the currency of a record and the account's own, so that amounts in both can be compared.
 */
define(["N/currency", "N/runtime", "./gfs_decimal", "./gfs_lookup"], (currency, runtime, decimal, lookup) => {
  /** The base currency, and its units that one unit of `symbol` is worth today. Without a rate it is left out. */
  const exchangeFacts = (symbol) => {
    if (!symbol) return {};
    if (!runtime.isFeatureInEffect({ feature: "MULTICURRENCY" })) return { base_currency: symbol };
    const base = lookup.currency(null);
    if (!base) return {};
    if (base.symbol === symbol) return { base_currency: base.symbol };
    return { base_currency: base.symbol, exchange_rate: rateOf(symbol, base.symbol) };
  };

  const rateOf = (source, target) => {
    try {
      return decimal.normalise(currency.exchangeRate({ source, target, date: new Date() })) || undefined;
    } catch (error) {
      // NetSuite's own error: it has no rate. The caller takes an amount without one for unknown.
      if (!error.name) throw error;
      return undefined;
    }
  };

  return { exchangeFacts };
});
