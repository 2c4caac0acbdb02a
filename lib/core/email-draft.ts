/** The life of an e-mail draft: a person uses an open draft or discards it. */
export const DRAFT_STATUSES = ["open", "used", "discarded"] as const;
