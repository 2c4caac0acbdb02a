/** Why proposals of agents are refused without a look at what they ask for: too many of them come, or wait. */
export const HELD_BACK_REASONS = [
  "rate_limited",
  "too_many_pending",
  "approvers_behind",
  "agent_paused",
  "conflicting_proposal",
] as const;
export type HeldBackReason = (typeof HELD_BACK_REASONS)[number];

export const heldBackReasonOf = (code: string): HeldBackReason | null =>
  HELD_BACK_REASONS.find((reason) => reason === code) ?? null;

/** The beginning of the hour of the clock. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
