import type { RiskTier } from "./risk-tier";

/** The figures that a tier rule weighs; `base` is a type's own tier and has no threshold. */
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

/** Lifts an action to `tier` once its measure reaches `atLeast`. "Over" a figure starts one cent above it. */
export interface TierRule {
  name: string;
  measure: TierMeasure;
  atLeast: number | null;
  tier: RiskTier;
}

/** An action type as the database knows it. */
export interface ActionTypeRow {
  /** "*" holds the rules that every type obeys besides its own. */
  actionType: string;
  /** Types of one group share the day's sums. */
  summedAs: string;
  /** A new tenant's rules. A type without a `base` rule is tier 5. */
  tierRules: readonly TierRule[];
}

export function base(name: string, tier: RiskTier): TierRule {
  return { name, measure: "base", atLeast: null, tier };
}

export function raisedBy(measure: TierMeasure, atLeast: number, name: string, tier: RiskTier): TierRule {
  return { name, measure, atLeast, tier };
}
