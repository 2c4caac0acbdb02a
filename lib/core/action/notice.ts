/** Problems with an approved action. Its approvers, or the signer of its standing authorisation, are told about them. */
export const NOTICE_KINDS = ["stale", "dead", "mismatch", "partial"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A notice that nobody dismisses ends by itself. */
export const NOTICE_DAYS = 30;
