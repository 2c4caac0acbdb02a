import type { RiskTier } from "./risk-tier";

/** The figures that a tier rule weighs; `base` is a type's own tier and has no threshold. */
export const TIER_MEASURES = [
  "base",
  "writes",
  "movement_percent",
  "cumulative_movement_percent",
  "impact_cents",
  "cumulative_customer_cents",
  "cumulative_sku_cents",
  "cumulative_agent_cents",
  "cumulative_location_cents",
  "cumulative_entity_cents",
  "new_recipients",
  "new_bank_details",
] as const;
export type TierMeasure = (typeof TIER_MEASURES)[number];

/** Lifts an action to `tier` once its measure reaches `atLeast`. "Over" a figure starts one cent above it. */
export interface TierRule {
  name: string;
  measure: TierMeasure;
  atLeast: number | null;
  tier: RiskTier;
}

/** The figure at which a rule begins: exact decimal text in the measure's unit. Null: a base rule. */
export interface RuleFigure {
  measure: TierMeasure;
  atLeast: string | null;
}

/** A rule as it stands now. `next`: of a base rule, the first one that lifts a write above it. */
export interface RuleInForce extends RuleFigure {
  next: RuleFigure | null;
}

/** An action type as the database knows it. */
export interface ActionTypeRow {
  /** "*" holds the rules that every type obeys besides its own. */
  actionType: string;
  /** Types of one group share their sums. */
  summedAs: string;
  /** The effects of every write of this type. Whatever shares one of them obeys these rules, whatever its type. */
  effects: readonly string[];
  /** Its title and its fields in people's words, by which its actions are found. */
  words?: string;
  /** A new tenant's rules. A type without a `base` rule is tier 5. */
  tierRules: readonly TierRule[];
}

/** The tier of every write of the type, whatever its figures. Other rules can only raise it. */
export function base(name: string, tier: RiskTier): TierRule {
  return { name, measure: "base", atLeast: null, tier };
}

/** The totals by which a write can be split: over customers, items, agents, locations and records. */
const TOTALS = {
  customer: "cumulative_customer_cents",
  item: "cumulative_sku_cents",
  agent: "cumulative_agent_cents",
  location: "cumulative_location_cents",
  record: "cumulative_entity_cents",
} as const satisfies Record<string, TierMeasure>;

export type Total = keyof typeof TOTALS;
export const ALL_TOTALS = Object.keys(TOTALS) as Total[];

/**
 * The same threshold for several totals that the write adds to, so that no way of splitting it gains a lower tier. The
 * rules are named after it: `from-1000-dollars` gives `item-total-from-1000-dollars-today` and its kin.
 */
export function raisedByTotals(
  totals: readonly Total[],
  { atLeast, words, tier }: { atLeast: number; words: string; tier: RiskTier },
): TierRule[] {
  return totals.map((total) => raisedBy(TOTALS[total], atLeast, `${total}-total-${words}-today`, tier));
}

/** Raises a write to `tier` from `atLeast` on, in the unit of the measure (cents or percent). */
export function raisedBy(measure: TierMeasure, atLeast: number, name: string, tier: RiskTier): TierRule {
  return { name, measure, atLeast, tier };
}

/** The share of one line of a roll, as the totals of other writes count it. */
export interface WeightPart {
  /** Null: unknown. */
  cents: number | null;
  movement: string | null;
  customer_ref: string | null;
  sku: string | null;
  location_ref: string | null;
  record: string | null;
}
