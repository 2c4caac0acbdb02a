import type { RuleFigure, RuleInForce } from "@/lib/core/action/tier-rules";
import { compareDecimals } from "@/lib/core/values/decimal";
import { plainWords } from "@/lib/view/words";
import { fromText } from "./figure-words";
import { thresholdWords } from "./threshold-words";

/** The rule behind a tier as a sentence about the write: `it moves by 5 % or more`. */

interface RuleOfTier {
  /** As the row names it. */
  name: string;
  /** As it stands now; null: there is no rule of that name. */
  inForce: RuleInForce | null;
  /** The figures that the tier was set from. */
  weighed: Readonly<Record<string, string | number | null>>;
  currency: string;
}

/** Words for the database's own rules, which have no row. */
const WITHOUT_ROW: Readonly<Record<string, string>> = {
  "no-rule-for-this-action-type": "no rule is set for this type of write",
  "live-value-was-not-readable":
    "the record could not be read, or its amounts are in another currency than the thresholds",
};

/**
 * The figure is the one in force. A write that has this tier from a figure before it says that too: nothing that waits is ever
 * lowered.
 */
export function ruleSentence({ name, inForce, weighed, currency }: RuleOfTier): string {
  if (inForce === null)
    return WITHOUT_ROW[name] ?? `a rule applied that is no longer in force: ${plainWords(name)}`;
  const { measure, atLeast, next } = inForce;
  if (measure !== "base") {
    if (isReached(inForce, weighed)) return aboveWords(inForce, currency);
    return `it reached an earlier figure of this rule, which counts ${fromText(measure, atLeast!, currency)} now`;
  }
  if (next === null || next.atLeast === null) return "every write of this type has at least this tier";
  if (isKnown(next, weighed) && isReached(next, weighed))
    return `no rule lifted it when it was proposed; the next tier counts ${fromText(next.measure, next.atLeast, currency)} now`;
  return belowWords(next, next.atLeast, currency);
}

const weightOf = ({ measure }: RuleFigure, weighed: RuleOfTier["weighed"]): string | null => {
  const value = weighed[measure];
  return value === null || value === undefined ? null : String(value);
};

const isKnown = (figure: RuleFigure, weighed: RuleOfTier["weighed"]) => weightOf(figure, weighed) !== null;

/** A figure that nobody kept speaks against no rule. */
function isReached(figure: RuleFigure, weighed: RuleOfTier["weighed"]): boolean {
  const weight = weightOf(figure, weighed);
  return weight === null || figure.atLeast === null || compareDecimals(weight, figure.atLeast) !== -1;
}

function aboveWords({ measure, atLeast }: RuleFigure, currency: string): string {
  const words = thresholdWords([measure], atLeast, currency);
  if (measure.startsWith("cumulative")) return words;
  return measure === "impact_cents" || measure === "writes" ? `it is ${words}` : `it ${words}`;
}

/** The same from below: `it moves by less than 5 %`. */
function belowWords({ measure }: RuleFigure, atLeast: string, currency: string): string {
  const from = fromText(measure, atLeast, currency);
  const isOver = from.startsWith("over ");
  const limit = from.replace(/^(?:over|from) /, "");
  const below = isOver ? `${limit} or less` : `less than ${limit}`;
  switch (measure) {
    case "impact_cents":
      return `it is worth ${below}`;
    case "movement_percent":
      return `it moves by ${below}`;
    case "writes":
      return atLeast === "2" ? "it is a roll of one line" : `it is a roll of ${below} lines`;
    case "new_recipients":
      return atLeast === "1" ? "it goes to no new recipient" : `it goes to ${below} new recipients`;
    case "new_bank_details":
      return atLeast === "1" ? "it names no new bank details" : `it names ${below} new bank details`;
    case "cumulative_movement_percent":
      return `the record's moves within 24 hours add up to ${below}`;
    default:
      return `the writes within 24 hours add up to ${below}`;
  }
}
