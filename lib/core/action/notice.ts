/** Troubles of an approved action that those are told of who approved it, or signed the standing authorisation that did. */
export const NOTICE_KINDS = ["stale", "dead", "mismatch", "partial"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A notice that nobody dismisses ends by itself. */
export const NOTICE_DAYS = 30;
