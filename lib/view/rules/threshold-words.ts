import type { TierMeasure } from "@/lib/core/action/tier-rules";
import { sentenceCase } from "@/lib/view/words";
import { limitOf } from "./figure-words";

/** The words of tier rules: the writes that they are about. */

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
