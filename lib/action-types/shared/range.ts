import { compareDecimals } from "@/lib/core/values/decimal";
import { formatQuantity } from "@/lib/core/values/money";

/** The values that a decimal field may take. No business value is near the ends: beyond them somebody slipped. */
export interface Range {
  least: string;
  most: string;
  /** The least value itself is outside. */
  above?: true;
  /** Zero is outside: the write would do nothing. */
  notZero?: true;
}

/** A price or a cost of one unit. */
export const UNIT_PRICE: Range = { least: "0", most: "1000000" };
export const CREDIT_LIMIT: Range = { least: "0", most: "100000000" };
export const POSITIVE_QUANTITY: Range = { least: "0", most: "1000000", above: true };
/** A quantity that is added to another one. */
export const DIFFERENCE: Range = { least: "-1000000", most: "1000000", notZero: true };
export const PERCENT: Range = { least: "0", most: "100", above: true };

/** Why a decimal is outside, as words that follow the field's name; null: it is inside. */
export function findRangeFault({ least, most, above, notZero }: Range, value: string): string | null {
  if (notZero && value === "0") return `must not be zero, and from ${rangeText(least, most)}`;
  const low = compareDecimals(value, least);
  const isInside = low !== -1 && !(above && low === 0) && compareDecimals(value, most) !== 1;
  if (isInside) return null;
  return above
    ? `must be more than ${formatQuantity(least)} and at most ${formatQuantity(most)}`
    : `must be from ${rangeText(least, most)}`;
}

function rangeText(least: string, most: string): string {
  return `${formatQuantity(least)} to ${formatQuantity(most)}`;
}
