/**
 * Marks of a proposal that a person has to see. Rules of every type lift a marked one (`new_recipients`,
 * `new_bank_details`).
 */
export const MARKS = ["new_recipient", "new_bank_details"] as const;
export type Mark = (typeof MARKS)[number];

const WORDS: Record<Mark, string> = {
  new_recipient: "New recipient",
  new_bank_details: "New bank details",
};

/** `New recipient` */
export function markWords(mark: Mark): string {
  return WORDS[mark];
}

const WARNINGS: Record<Mark, string> = {
  new_recipient: "New recipient: not in the customer's record, nor in a draft that was kept before",
  new_bank_details: "New bank details: confirm them with the other side by another way",
};

/** The mark in a sentence, for the card. */
export function markWarning(mark: Mark): string {
  return WARNINGS[mark];
}
