/** An approval as workflows speak of it: the action's own row, in other words. */

/** L1 and L2, L3, L4 and L5. */
export const APPROVAL_TIERS = ["low", "med", "high"] as const;
export type ApprovalTier = (typeof APPROVAL_TIERS)[number];

/** `canceled`: withdrawn or replaced, or an approval that was taken back or cancelled before it was written. */
export const APPROVAL_STATUSES = ["requested", "approved", "rejected", "expired", "canceled"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
