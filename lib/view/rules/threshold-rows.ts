import type { Threshold, Thresholds } from "@/lib/contract/settings/thresholds";
import type { TierMeasure } from "@/lib/core/action/tier-rules";

/** Rules of one type that are changed together and say the same: one row for people. */
export interface ThresholdRow {
  /** The rule by which the row is changed. */
  rule: Threshold;
  measures: TierMeasure[];
  /** Other types that are changed with it. */
  otherTypes: string[];
}

export function thresholdRows({ action_type, rules }: Thresholds["types"][number]): ThresholdRow[] {
  const rows: ThresholdRow[] = [];
  for (const rule of rules) {
    const row = rows.find((one) => isOneWith(action_type, one.rule, rule));
    if (row) row.measures.push(rule.measure);
    else {
      const others = rule.set_with.map((twin) => twin.action_type).filter((type) => type !== action_type);
      rows.push({ rule, measures: [rule.measure], otherTypes: [...new Set(others)] });
    }
  }
  return rows;
}

const isOneWith = (actionType: string, first: Threshold, rule: Threshold): boolean =>
  first.set_with.some((twin) => twin.action_type === actionType && twin.name === rule.name) &&
  first.at_least === rule.at_least &&
  first.tier === rule.tier;

/** Null where it ships with no such rule: then there is nothing to compare with. */
export function isAsShipped({ shipped, at_least, tier }: Threshold): boolean | null {
  return shipped && shipped.at_least === at_least && shipped.tier === tier;
}
