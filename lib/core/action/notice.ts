/** Troubles of an approved action that those who approved it are told of. */
export const NOTICE_KINDS = ["stale", "dead", "mismatch"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A notice that nobody dismisses ends by itself. */
export const NOTICE_DAYS = 30;
