import { formatCents, formatPercent, formatQuantity } from "@/lib/view/decimal";

/** The words of figures that tier rules weigh. */

export const isCents = (measure: string) => measure.endsWith("_cents");

/** A figure that was weighed, for reading: percent to one place. */
export function figureText(measure: string, value: string, currency: string, signed: boolean): string {
  if (isCents(measure)) return formatCents(value, currency, { signed, short: true });
  return formatPercent(value, { signed });
}

/** The figure at which a rule begins, exact. One cent above a round figure means "over" that figure. */
export function limitOf(
  measure: string,
  atLeast: string,
  currency: string,
): { isOver: boolean; text: string } {
  if (!isCents(measure)) {
    const text = formatQuantity(atLeast);
    return { isOver: false, text: measure.endsWith("_percent") ? `${text} %` : text };
  }
  const isOver = atLeast.endsWith("01");
  const cents = isOver ? `${atLeast.slice(0, -2)}00` : atLeast;
  return { isOver, text: formatCents(cents, currency, { short: true }) };
}

/** `from $1,000`, `over $25,000`. */
export function fromText(measure: string, atLeast: string, currency: string): string {
  const { isOver, text } = limitOf(measure, atLeast, currency);
  return `${isOver ? "over" : "from"} ${text}`;
}
