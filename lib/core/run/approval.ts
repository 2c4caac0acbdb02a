/**
 * An approval as workflows speak of it: the row of a proposed action, or of the question whether a step may send its request, in
 * other words.
 */

export const APPROVAL_KINDS = ["action", "question"] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** L1 and L2, L3, L4 and L5. Questions are weighed as writes at L4. */
export const APPROVAL_TIERS = ["low", "med", "high"] as const;
export type ApprovalTier = (typeof APPROVAL_TIERS)[number];

/**
 * `canceled`: an action that was withdrawn or replaced, or whose approval was taken back or cancelled before it was written; a
 * question that was cancelled.
 */
export const APPROVAL_STATUSES = ["requested", "approved", "rejected", "expired", "canceled"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
