/**
 * Finds text of scripts that are read from right to left. A screen turns the digits beside such letters round as well:
 * after one Hebrew letter “100 → 900” reads “900 → 100”.
 */

import { onDemand } from "./on-demand";

/** Every right-to-left character lies here, assigned or not (Unicode's DerivedBidiClass, the defaults). */
const blocks = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const isSuch = new RegExp(`[${blocks}]`, "u");
/** Marks, numbers and the few signs that take the direction of their surroundings are no letters. */
const letter = `(?![\\p{M}\\p{N}\\u0609\\u060a\\u060c\\u066a-\\u066c])[${blocks}]`;
const digit = `(?=[\\p{N}\\u066b\\u066c])[${blocks}]`;
/** One quotation mark as in צה"ל, or a little prose punctuation. Two quotation marks may part the values of a JSON text. */
const between = `(?:["']|[ ,.;:!?\\u060c\\u2013-]{1,3})`;
const runPattern = onDemand(
  () => new RegExp(`${letter}\\p{M}*(?:${between}?${letter}\\p{M}*)*|(?:${digit})+`, "gu"),
);

export interface RightToLeftRun {
  index: number;
  text: string;
}

/**
 * Runs of right-to-left letters with the marks, blanks and punctuation between them, and runs of their digits. Each is
 * displayed in an isolate of its own within a left-to-right line: then everything else stands in its logical order.
 */
export function rightToLeftRuns(text: string): RightToLeftRun[] {
  if (!isSuch.test(text)) return [];
  return [...text.matchAll(runPattern())].map(({ 0: run, index }) => ({ index, text: run }));
}

export function isRightToLeft(text: string): boolean {
  return isSuch.test(text);
}

/** Within one line, and without a left-to-right letter: such a letter holds the numbers on its side in order. */
const stretchPattern = onDemand(() => new RegExp(`(?:[${blocks}]|[^\\p{L}\\r\\n])+`, "gu"));
const numberPattern = onDemand(() => /\p{N}+(?:[.,:/\u066b\u066c]\p{N}+)*/gu);

/**
 * The parts of a text in which two or more numbers stand beside right-to-left text, as [start, end). Our pages show them
 * in logical order, but no order is right for everybody: a reader of Hebrew begins at the other end, and a chat or a
 * mail program lays out the text by itself. Somebody therefore opens it before it is approved.
 */
export function doubtfulNumbers(text: string): (readonly [start: number, end: number])[] {
  if (!isSuch.test(text)) return [];
  return [...text.matchAll(stretchPattern())].flatMap(({ 0: stretch, index }) =>
    isSuch.test(stretch) && (stretch.match(numberPattern())?.length ?? 0) > 1
      ? [[index, index + stretch.length] as const]
      : [],
  );
}
