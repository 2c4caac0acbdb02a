/**
 * True where a person typed the reference of an action at L5. Accents, typographic quotation marks and dashes, and runs of
 * spaces may be typed as a plain keyboard has them. This loosens no check of what is approved: that is the payload whose hash
 * was shown.
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
