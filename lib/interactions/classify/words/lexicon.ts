/**
 * The words of one language by their part in a reply. Each is a piece of a regular expression in lower case, where a space stands for
 * any white space; in languages with spaces it matches whole words.
 */
export interface Lexicon {
  /** Consent in the form of a negation, such as “no objections”. */
  consentByNegation: readonly string[];
  /** A negation that says neither yes nor no, such as “nothing to add”. */
  emptyNegation: readonly string[];
  /** Consent where a clause begins with it, such as “yes”. */
  yesAtStart: readonly string[];
  /** Consent wherever it stands, such as “go ahead”. */
  yesAnywhere: readonly string[];
  /** Words that say no beside a negation, such as “agree” in “I cannot agree”. Alone they say nothing. */
  assent: readonly string[];
  noAtStart: readonly string[];
  noAnywhere: readonly string[];
  /** Each makes one negation, also where it is of two words, as in “no … ninguna”. */
  negation: readonly string[];
  /** Words that keep a yes from being read as one. */
  doubt: readonly string[];
  condition: readonly string[];
  /** A condition even without a yes beside it. */
  plainCondition: readonly string[];
  /** Where a clause begins with it, it asks, also without a question mark. */
  questionAtStart: readonly string[];
  /** Asks for something first, such as “send me”. */
  request: readonly string[];
  /** Points back at the question: “it”, “they”. */
  reference: readonly string[];
  delegation: readonly string[];
  /** The answer comes later. */
  deferral: readonly string[];
  /** Thanks, greetings and receipts. */
  courtesy: readonly string[];
  autoReply: readonly string[];
  /** Newsletters and offers. */
  bulk: readonly string[];
  /** Speaks to whatever reads the reply, not to whoever asked. */
  injection: readonly string[];
  /** First to fifth, as an option is named. */
  ordinals: readonly (readonly string[])[];
  /** Words beside a value that do not change it, such as “please”. */
  beside: readonly string[];
  /** Words of trade in which people ask about an order, an invoice or a customer. */
  trade: readonly string[];
}

/** Pieces that a slash between spaces, or the end of a line, keeps apart. A backslash stands for itself. */
export const pieces = ({ raw }: TemplateStringsArray): string[] =>
  raw[0]!
    .split(/\n| \/ /)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
