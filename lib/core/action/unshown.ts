import { type RiskTier, tierLabel, tierMeaning } from "./risk-tier";

/**
 * An action that a card cannot show whole must be opened before it is approved. One rule for the page, which offers no approval
 * there, and for the server, which refuses it in bulk and asks for confirmation otherwise.
 */
export const UNSHOWN_REASONS = [
  /** It lists many writes. */
  "roll",
  /** No renderer of this version knows it. */
  "uninspectable",
  "deceptive_characters",
  "many_changes",
  "long_text",
  "many_text_lines",
] as const;
export type Unshown = (typeof UNSHOWN_REASONS)[number];

/** The limits of a card. */
export const CARD_LIMITS = { changesMax: 4, textLengthMax: 160, textLinesMax: 6 } as const;

const words: Record<Unshown, string> = {
  roll: "It lists more writes than the list shows: open it.",
  uninspectable: "It cannot be shown whole: open it and read the raw payload.",
  deceptive_characters: "It holds characters that can deceive: open it.",
  many_changes: "It changes more fields than the list shows: open it.",
  long_text: "Its text is longer than the list shows: open it.",
  many_text_lines: "Its text has more lines than the list shows: open it.",
};

/** The sentence that asks a person to open an action that its card cannot show whole. */
export function unshownWords(reason: Unshown): string {
  return words[reason];
}

/** True if a card shows the whole text. */
export function fitsOnCard(text: string): boolean {
  return whyNotFitting(text) === null;
}

/** Why a card cannot show the whole text. Null: it can. */
export function whyNotFitting(text: string): "long_text" | "many_text_lines" | null {
  if (text.length > CARD_LIMITS.textLengthMax) return "long_text";
  return text.split("\n").length > CARD_LIMITS.textLinesMax ? "many_text_lines" : null;
}

export interface BulkFacts {
  riskLevel: RiskTier;
  requiresStepUp: boolean;
  unshown: Unshown | null;
}

/** Why an action is not approved among many, as a sentence; null: it may be. Rejecting many is always possible. */
export function whyNotInBulk({ riskLevel, requiresStepUp, unshown }: BulkFacts): string | null {
  if (!tierMeaning(riskLevel).bulkApprovable || requiresStepUp)
    return `${tierLabel(riskLevel)} is approved one at a time.`;
  return unshown === null ? null : words[unshown];
}
