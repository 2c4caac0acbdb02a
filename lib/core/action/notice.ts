/** Ends of an approved action that went wrong. Its approvers, or the signer of its standing authorisation, are told outside the app too. */
export const OUTCOME_KINDS = ["stale", "dead", "mismatch", "partial"] as const;
export type OutcomeKind = (typeof OUTCOME_KINDS)[number];

/** Problems with an approved action that the same people are told about in the app. */
export const NOTICE_KINDS = [...OUTCOME_KINDS, "delayed"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** NetSuite may put a write off again and again, which spends no attempt. After this time somebody hears of it. */
export const DELAY_NOTICED_MINUTES = 60;

/** A notice that nobody dismisses ends by itself. */
export const NOTICE_DAYS = 30;
