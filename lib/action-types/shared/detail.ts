/**
 * A short fact beside a change. A text of the payload stands apart from our words, so that a page can draw an edge around it
 * which the text cannot forge. A string is ours, or a name that was read in NetSuite.
 */
export type Detail = string | PayloadDetail;

interface PayloadDetail {
  /** `at`, `memo`; empty where the text stands alone. */
  words: string;
  text: string;
  /** The text itself is written: without an edge it stands in quotation marks. */
  isWritten?: true;
}

/** `at Dallas DC`; nothing where the payload does not say it. */
export function payloadDetail(words: string, text: string | null | undefined): PayloadDetail[] {
  return text ? [{ words, text }] : [];
}

/** `memo “Cold chain break”` */
export function writtenDetail(words: string, text: string | null | undefined): PayloadDetail[] {
  return text ? [{ words, text, isWritten: true }] : [];
}

/** A detail as one text. */
export function detailText(detail: Detail): string {
  if (typeof detail === "string") return detail;
  const { words, text, isWritten } = detail;
  return [words, isWritten ? `“${text}”` : text].filter((part) => part !== "").join(" ");
}

/** A detail in its two pieces: our words, and the payload's text. */
export function piecesOfDetail(detail: Detail): { words: string; text: string | null } {
  return typeof detail === "string"
    ? { words: detail, text: null }
    : { words: detail.words, text: detail.text };
}
