import { Big } from "big.js";

/** Exact decimal arithmetic on text; nothing here passes through a float. */

/** `a − b`, or null where either is missing or no decimal. */
export function subtract(a: string | null | undefined, b: string | null | undefined): string | null {
  const [x, y] = [toBig(a), toBig(b)];
  return x && y ? x.minus(y).toFixed() : null;
}

/** `a + b`, or null where either is missing or no decimal. */
export function add(a: string | null | undefined, b: string | null | undefined): string | null {
  const [x, y] = [toBig(a), toBig(b)];
  return x && y ? x.plus(y).toFixed() : null;
}

/** `a × b`, or null where either is missing or no decimal. */
export function multiply(a: string | null | undefined, b: string | null | undefined): string | null {
  const [x, y] = [toBig(a), toBig(b)];
  return x && y ? x.times(y).toFixed() : null;
}

/** `a ÷ b` to twelve places, or null where either is missing or no decimal, or b is zero. */
export function divide(a: string | null | undefined, b: string | null | undefined): string | null {
  const [x, y] = [toBig(a), toBig(b)];
  return x && y && !y.eq(0) ? x.div(y).round(12, Big.roundHalfUp).toFixed() : null;
}

/**
 * `value × factor` as whole cents, rounded half away from zero; null where either is missing. What is too large to count
 * exactly is the largest amount there is: it must not weigh less than a smaller one.
 */
export function toCents(
  value: string | null | undefined,
  factor: string | null | undefined = "1",
): number | null {
  const [x, y] = [toBig(value), toBig(factor)];
  if (!x || !y) return null;
  const cents = Number(x.times(y).times(100).round(0, Big.roundHalfUp).toFixed());
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(cents, Number.MAX_SAFE_INTEGER));
}

/** How far `to` is from `base`, in percent of `base`, to four places; null where base is zero or missing. */
export function percentMove(to: string | null | undefined, base: string | null | undefined): string | null {
  const [x, y] = [toBig(to), toBig(base)];
  if (!x || !y || y.eq(0)) return null;
  return x.minus(y).div(y.abs()).times(100).round(4, Big.roundHalfUp).toFixed();
}

/** `-1`, `0` or `1` as for sorting; null where either is no decimal. */
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
