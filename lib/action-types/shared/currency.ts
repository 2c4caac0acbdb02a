import { multiply, toCents } from "@/lib/core/values/decimal";
import type { NetSuiteFacts } from "@/lib/core/push/verdict";
import { isPositive } from "./change";
import type { Weighed } from "./definition";

type CurrencyFacts = Pick<NetSuiteFacts, "currency" | "base_currency" | "exchange_rate">;

/** The currency in which a weight counts; `inBaseCurrency` turns it into that one. */
export function weighedCurrencyOf({ currency, base_currency: base }: CurrencyFacts): string | undefined {
  return base ?? currency;
}

/**
 * A weight in the base currency of the NetSuite account, at NetSuite's own rate of the day: only then can it be compared
 * with a threshold and added to others. Without a rate the amount is unknown, which is never small. The database takes
 * amounts in another currency than the tenant's for unknown as well.
 */
export function inBaseCurrency<Weight extends Weighed>(weighed: Weight, facts: CurrencyFacts): Weight {
  const { currency, base_currency: base, exchange_rate: rate } = facts;
  if (weighed.impactCents === null || weighed.impactCents === 0) return weighed;
  if (currency === undefined || base === undefined || currency === base) return weighed;
  if (rate === undefined || !isPositive(rate)) return { ...weighed, impactCents: null, complete: false };
  return {
    ...weighed,
    impactCents: toCents(multiply(String(weighed.impactCents), "0.01"), rate),
    basis: [weighed.basis, `from ${currency} at ${rate}`].filter(Boolean).join(", "),
  };
}
