import type { TierMeasure } from "@/lib/core/action/tier-rules";
import { divide, multiply } from "@/lib/core/values/decimal";
import { currencySign } from "@/lib/view/decimal";
import { isCents } from "./figure-words";

/** The figures of tier rules as people type them. */

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
