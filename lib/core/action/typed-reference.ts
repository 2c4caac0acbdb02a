/**
 * True where a person typed the reference of an action at L5. Accents count as the letters below them, quotation marks and
 * dashes as those of a keyboard, and one space as any: a hand that copies what the eye has checked cannot always make them. Nothing hangs
 * on the difference: what is approved is the payload whose hash was shown.
 */
export const isReferenceTyped = (typed: string, reference: string): boolean => {
  const written = typed.trim();
  return written === reference || (plain(written) !== "" && plain(written) === plain(reference));
};

const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\p{Pd}/gu, "-")
    .replace(/\s+/g, " ")
    .trim();
