import { Big } from "big.js";

/** Exact arithmetic on decimal text, for totals and stock, and the one spelling in which the store keeps a number. */

const Decimal = Big();
/** NetSuite keeps quantities to five places; only a division is cut. */
Decimal.DP = 5;
Decimal.RM = Big.roundDown;

/** Without an exponent and without needless zeros. Null for text that is no number. */
export function normaliseDecimal(text: string): string | null {
  try {
    return new Decimal(text.trim().replace(/^\+/, "")).plus(0).toFixed();
  } catch {
    return null;
  }
}

export function sumDecimals(values: readonly (string | null | undefined)[]): string {
  return values.reduce((sum, value) => sum.plus(value ?? "0"), new Decimal(0)).toFixed();
}

export function multiplyDecimals(a: string, b: string): string {
  return new Decimal(a).times(b).toFixed();
}

/** Cut to five places. @throws Error for a divisor of zero. */
export function divideDecimals(a: string, b: string): string {
  return new Decimal(a).div(b).toFixed();
}

export function subtractDecimals(a: string, b: string): string {
  return new Decimal(a).minus(b).toFixed();
}

/** Half away from zero, as SQL's ROUND does it. */
export function roundDecimal(value: string, places: number): string {
  return new Decimal(value).round(places, Big.roundHalfUp).toFixed();
}

export function isLess(a: string, b: string): boolean {
  return new Decimal(a).lt(b);
}
