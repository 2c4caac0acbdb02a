/**
 * The meaning of a tier for people: its name and its gesture. Thresholds are rows of risk_tier_rules, which the
 * database's trigger applies.
 */
export const RISK_TIERS = [1, 2, 3, 4, 5] as const;
export type RiskTier = (typeof RISK_TIERS)[number];

/**
 * The gesture of an approval: `tap`; `tap_with_preview`; `confirm` (a modal repeats the change); `step_up` (three
 * steps).
 */
export type Gesture = "tap" | "tap_with_preview" | "confirm" | "step_up";

export interface TierMeaning {
  tier: RiskTier;
  name: string;
  gesture: Gesture;
  /** True if many can be approved at once. Bulk rejection is possible at every tier. */
  bulkApprovable: boolean;
  /** The time that a proposal has at most, and without a wish of its own. The database sets it: full_time.sql. */
  fullTimeSeconds: number;
}

const hour = 3600;

const MEANINGS: Record<RiskTier, TierMeaning> = {
  1: { tier: 1, name: "Trivial", gesture: "tap", bulkApprovable: true, fullTimeSeconds: 72 * hour },
  2: { tier: 2, name: "Low", gesture: "tap", bulkApprovable: true, fullTimeSeconds: 72 * hour },
  3: {
    tier: 3,
    name: "Medium",
    gesture: "tap_with_preview",
    bulkApprovable: true,
    fullTimeSeconds: 48 * hour,
  },
  4: { tier: 4, name: "High", gesture: "confirm", bulkApprovable: false, fullTimeSeconds: 24 * hour },
  5: {
    tier: 5,
    name: "Critical",
    gesture: "step_up",
    bulkApprovable: false,
    fullTimeSeconds: 24 * hour,
  },
};

export function tierMeaning(tier: RiskTier): TierMeaning {
  return MEANINGS[tier];
}

/** The seconds that an extension gives, counted from now: those that it was given first, and its tier's full time at most. */
export function extensionSeconds(tier: RiskTier, givenSeconds: number): number {
  return Math.min(MEANINGS[tier].fullTimeSeconds, givenSeconds);
}

/** `L3 Medium` */
export function tierLabel(tier: RiskTier): string {
  return `L${tier} ${MEANINGS[tier].name}`;
}
