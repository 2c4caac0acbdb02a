/** Double quotation marks of every script, and signs that look like one; an apostrophe belongs to a name. */
const quotation =
  /(?!['’])\p{Quotation_Mark}|[\u02ba\u02dd\u02ee\u05f4\u2033\u2034\u2036\u2037\u2057\u275b-\u275e\u3003\u{1f676}-\u{1f678}]|['’`´]{2}/u;
/** Our facts stand apart by ` · `. */
const dot = /[\u00b7\u0387\u16eb\u2022\u2027\u2219\u22c5\u2e31\u30fb\uff65\ua78f\u{10101}]/u;
const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;

/**
 * True if a text from outside may stand inside a sentence of ours. A quotation mark could pose as the end of its own
 * quotation, a line break or a dot as the start of a fact of ours.
 */
export function isSayable(text: string): boolean {
  return ![quotation, dot, lineBreak].some((pattern) => pattern.test(text));
}
