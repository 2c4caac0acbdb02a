import { type Run, chargeUnits } from "../run";
import { suiteError } from "./error";

/** N/currency: rates between currencies, each named by its symbol or its internal id. */
export function createCurrencyModule(run: Run) {
  const rateOf = (nameOrId: unknown): number => {
    const wanted = String(nameOrId);
    const found = run.store
      .all("currency")
      .find((record) => record.id === wanted || record.fields.symbol === wanted);
    const rate = Number(found?.fields.exchangerate);
    if (!(rate > 0)) throw suiteError("SSS_INVALID_CURRENCY_ID", `There is no rate for ${wanted}.`);
    return rate;
  };
  return {
    /** The units of `target` that one unit of `source` is worth. */
    exchangeRate({ source, target }: { source: unknown; target: unknown }): number {
      chargeUnits(run, 10);
      return Number((rateOf(source) / rateOf(target)).toFixed(8));
    },
  };
}
