import type { TierMeasure } from "@/lib/core/action/tier-rules";
import { divide, multiply } from "@/lib/core/values/decimal";
import { sentenceCase } from "@/lib/view/words";
import { currencySign, formatCents, formatPercent, formatQuantity } from "@/lib/view/decimal";

/** The words of tier rules: the figures at which they begin, and the writes that they are about. */

const isCents = (measure: string) => measure.endsWith("_cents");

/** A figure that was weighed, for reading: percent to one place. */
export function figureText(measure: string, value: string, currency: string, signed: boolean): string {
  if (isCents(measure)) return formatCents(value, currency, { signed, short: true });
  return formatPercent(value, { signed });
}

/** The figure at which a rule begins, exact. One cent above a round figure means "over" that figure. */
function limitOf(measure: string, atLeast: string, currency: string): { isOver: boolean; text: string } {
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

const TOTALS: Partial<Record<TierMeasure, string>> = {
  cumulative_customer_cents: "the customer's",
  cumulative_sku_cents: "the item's",
  cumulative_agent_cents: "the agent's",
  cumulative_location_cents: "the location's",
  cumulative_entity_cents: "the record's",
};

/**
 * The writes that rules of these measures lift, all from one figure on: `worth $1,000 or more, or the item's or the agent's
 * writes of 24 hours reach it`.
 */
export function thresholdWords(
  measures: readonly TierMeasure[],
  atLeast: string | null,
  currency: string,
): string {
  const [measure] = measures;
  if (measure === undefined || measure === "base" || atLeast === null) return "every write of this type";
  const { isOver, text } = limitOf(measure, atLeast, currency);
  switch (measure) {
    case "writes":
      return `a roll of ${text} lines or more`;
    case "new_recipients":
      return atLeast === "1" ? "goes to a new recipient" : `goes to ${text} new recipients or more`;
    case "new_bank_details":
      return atLeast === "1" ? "names new bank details" : `names ${text} new bank details or more`;
  }
  const totals = measures.flatMap((one) => TOTALS[one] ?? []);
  const passes = isOver ? "exceed" : "reach";
  const itself = [
    ...(measures.includes("impact_cents")
      ? [isOver ? `worth more than ${text}` : `worth ${text} or more`]
      : []),
    ...(measures.includes("movement_percent") ? [`moves by ${text} or more`] : []),
  ];
  const whose = [
    ...(totals.length > 0 ? [`${anyOf(totals)} writes of 24 hours`] : []),
    ...(measures.includes("cumulative_movement_percent") ? ["the record's moves of 24 hours"] : []),
  ];
  const figure = itself.length > 0 ? "it" : text;
  return [...itself, ...whose.map((one) => `${one} ${passes} ${figure}`)].join(", or ");
}

/** The figures that rules of these measures weigh, without their limit: `A write's worth, or the item's writes of 24 hours`. */
export function weighedWords(measures: readonly TierMeasure[]): string {
  const totals = measures.flatMap((one) => TOTALS[one] ?? []);
  const words = [
    ...(measures.includes("base") ? ["every write"] : []),
    ...(measures.includes("writes") ? ["lines of a roll"] : []),
    ...(measures.includes("new_recipients") ? ["new recipients of a write"] : []),
    ...(measures.includes("new_bank_details") ? ["new bank details in a write"] : []),
    ...(measures.includes("impact_cents") ? ["a write's worth"] : []),
    ...(measures.includes("movement_percent") ? ["a write's move"] : []),
    ...(totals.length > 0 ? [`${anyOf(totals)} writes of 24 hours`] : []),
    ...(measures.includes("cumulative_movement_percent") ? ["the record's moves of 24 hours"] : []),
  ];
  return sentenceCase(words.join(", or "));
}

/** `the item's, the agent's or the location's` */
function anyOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** The unit that people write a rule's figure in. */
export function unitWords(measure: TierMeasure, currency: string): string {
  if (isCents(measure)) return `Amount in ${currencySign(currency).trim()}`;
  return measure.endsWith("_percent") ? "Percent" : "Number";
}

/** The figure as people write it: `2500001` cents are `25000.01`. Empty: the rule has none. */
export function figureOf(measure: TierMeasure, atLeast: string | null): string {
  if (atLeast === null) return "";
  return isCents(measure) ? (divide(atLeast, "100") ?? atLeast) : atLeast;
}

/** The figure that people wrote, in the rule's own unit. Text that is no decimal comes back as it is, to be refused. */
export function atLeastOf(measure: TierMeasure, figure: string): string | null {
  if (measure === "base") return null;
  const text = figure.replaceAll(/[,\s]/g, "");
  return isCents(measure) ? (multiply(text, "100") ?? text) : text;
}
