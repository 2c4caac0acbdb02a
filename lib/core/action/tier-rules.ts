import type { RiskTier } from "./risk-tier";

/** The figures that tier rules compare; `base` is a type's own tier and has no threshold. */
export const TIER_MEASURES = [
  "base",
  "movement_percent",
  "cumulative_movement_percent",
  "impact_cents",
  "cumulative_customer_cents",
  "cumulative_sku_cents",
  "cumulative_agent_cents",
  "cumulative_entity_cents",
] as const;
export type TierMeasure = (typeof TIER_MEASURES)[number];

/** Raises an action to `tier` when its measure reaches `atLeast`. "Over" a figure starts one cent above it. */
export interface TierRule {
  name: string;
  measure: TierMeasure;
  atLeast: number | null;
  tier: RiskTier;
}

/** An action type as the database knows it. */
export interface ActionTypeRow {
  /** "*" holds the rules that apply to every type in addition to its own. */
  actionType: string;
  /** Types with the same value share the day's sums. */
  summedAs: string;
  /** A new tenant's rules. A type without a `base` rule is tier 5. */
  tierRules: readonly TierRule[];
}

/** The rule for a type's own tier. */
export function base(name: string, tier: RiskTier): TierRule {
  return { name, measure: "base", atLeast: null, tier };
}

export function from(measure: TierMeasure, atLeast: number, name: string, tier: RiskTier): TierRule {
  return { name, measure, atLeast, tier };
}
