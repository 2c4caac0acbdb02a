/**
 * This room holds the values that are not numbers to JavaScript: exact decimals, money in cents, times, text that is
 * safe to store.
 */

import { Big } from "big.js";

/** Exact decimal arithmetic on text, without floating point. */

/** `a − b`; null if either is missing or not a decimal. */
export function subtract(a: string | null | undefined, b: string | null | undefined): string | null {
  const [x, y] = [toBig(a), toBig(b)];
  return x && y ? x.minus(y).toFixed() : null;
}

/** `a + b`; null if either is missing or not a decimal. */
export function add(a: string | null | undefined, b: string | null | undefined): string | null {
  const [x, y] = [toBig(a), toBig(b)];
  return x && y ? x.plus(y).toFixed() : null;
}

/** `a × b`; null if either is missing or not a decimal. */
export function multiply(a: string | null | undefined, b: string | null | undefined): string | null {
  const [x, y] = [toBig(a), toBig(b)];
  return x && y ? x.times(y).toFixed() : null;
}

/** `a ÷ b` to twelve places; null if either is missing or not a decimal, or if b is zero. */
export function divide(a: string | null | undefined, b: string | null | undefined): string | null {
  const [x, y] = [toBig(a), toBig(b)];
  return x && y && !y.eq(0) ? x.div(y).round(12, Big.roundHalfUp).toFixed() : null;
}

/**
 * `value × factor` in whole cents, rounded away from zero: the cents of an amount's parts are never fewer than its own,
 * so that no part of it is lost by splitting. Null if either is missing. An amount beyond the safe integers becomes the
 * largest safe one, so that it never weighs less than a smaller amount.
 */
export function toCents(
  value: string | null | undefined,
  factor: string | null | undefined = "1",
): number | null {
  const [x, y] = [toBig(value), toBig(factor)];
  if (!x || !y) return null;
  const cents = Number(x.times(y).times(100).round(0, Big.roundUp).toFixed());
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(cents, Number.MAX_SAFE_INTEGER));
}

/** The distance from `base` to `to`, in percent of `base`, to four places; null if base is zero or missing. */
export function percentMove(to: string | null | undefined, base: string | null | undefined): string | null {
  const [x, y] = [toBig(to), toBig(base)];
  if (!x || !y || y.eq(0)) return null;
  return x.minus(y).div(y.abs()).times(100).round(4, Big.roundHalfUp).toFixed();
}

/** `-1`, `0` or `1` as for sorting; null if either is not a decimal. */
export function compareDecimals(a: string | null, b: string | null): -1 | 0 | 1 | null {
  const [x, y] = [toBig(a), toBig(b)];
  return x && y ? x.cmp(y) : null;
}

function toBig(value: string | null | undefined): Big | null {
  if (value === null || value === undefined || value === "") return null;
  try {
    return new Big(value);
  } catch {
    return null;
  }
}
