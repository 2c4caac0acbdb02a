import { compareDecimals } from "@/lib/core/values/decimal";
import type { TierMeasure } from "./tier-rules";

/** The figures that a rule of each measure may begin at. */

/** Zero or more, exact. The gateway weighs movements to four places. */
export const THRESHOLD_PATTERN = /^\d{1,15}(\.\d{1,4})?$/;

interface Range {
  min: string;
  max: string;
  /** The message for a figure outside the range, or with decimal places that are not weighed. */
  words: string;
  whole: boolean;
}

const CENTS: Range = {
  min: "0",
  max: "99999999999999",
  words: "must be whole cents, at most 99999999999999",
  whole: true,
};
const COUNT: Range = { min: "1", max: "10000", words: "must be a whole number from 1 to 10000", whole: true };
const PERCENT: Range = { min: "0", max: "1000000", words: "must be at most 1000000 percent", whole: false };

function rangeOf(measure: Exclude<TierMeasure, "base">): Range {
  switch (measure) {
    case "movement_percent":
    case "cumulative_movement_percent":
      return PERCENT;
    case "writes":
    case "new_recipients":
    case "new_bank_details":
      return COUNT;
    case "impact_cents":
    case "cumulative_customer_cents":
    case "cumulative_sku_cents":
    case "cumulative_agent_cents":
    case "cumulative_location_cents":
    case "cumulative_entity_cents":
      return CENTS;
  }
}

/** The fault of a figure for this measure, as a message about its field. Null: it has none. */
export function thresholdFault(measure: TierMeasure, atLeast: string | null): string | null {
  if (measure === "base")
    return atLeast === null ? null : "must be null: this rule holds for every write and has a tier alone";
  if (atLeast === null || !THRESHOLD_PATTERN.test(atLeast))
    return "must be a decimal of zero or more, such as 1000 or 2.5";
  const { min, max, words, whole } = rangeOf(measure);
  const fits = compareDecimals(atLeast, min) !== -1 && compareDecimals(atLeast, max) !== 1;
  return fits && !(whole && /\.\d*[1-9]/.test(atLeast)) ? null : words;
}
