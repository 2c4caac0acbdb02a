/** Problems with an approved action. Its approvers, or the signer of its standing authorisation, are told about them. */
export const NOTICE_KINDS = ["stale", "dead", "mismatch", "partial", "delayed"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** NetSuite may put a write off again and again, which spends no attempt. After this time somebody hears of it. */
export const DELAY_NOTICED_MINUTES = 60;

/** A notice that nobody dismisses ends by itself. */
export const NOTICE_DAYS = 30;
