/** How much one request may carry. The contract refuses more, and pages stop before; so they need no schema for it. */

/** Letters of a reason or comment. */
export const COMMENT_LENGTH_MAX = 2_000;
/** Actions of one bulk decision. */
export const BULK_ITEMS_MAX = 500;
/** Records that one request reads live. */
export const LIVE_READINGS_MAX = 25;
/** Seconds in which one's own decision on a page can be taken back. */
export const GRACE_SECONDS_MAX = 60;
/** The greatest limits that an administrator can set for one agent. */
export const AGENT_LIMITS = { perMinuteMax: 100_000, pendingMax: 1_000_000, graceHoursMax: 24 } as const;
