/**
 * Finds marks that pile up on one letter, and letters that join into one sign of any width: a pile covers the lines
 * beside it, and such a sign is never broken, so that it runs out of its box.
 */

import { onDemand } from "./on-demand";

/** Scripts whose honest words put three or four marks on one letter: चीज़ों, မြို့, הַשַּׁבָּת, བསྒྲུབས. Others put two: ệ, ที่. */
const stacking =
  "Hebrew Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Tibetan Myanmar Khmer"
    .split(" ")
    .map((name) => `\\p{Script=${name}}`)
    .join("");
/** Signs that join the consonants on both sides of them, one per script of the living Indic languages. */
const virama = "[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2]";
/** Parts of Korean syllables: at most two of a kind follow one another in honest text. */
const jamo = [
  "\\u1100-\\u115f\\ua960-\\ua97c",
  "\\u1160-\\u11a7\\ud7b0-\\ud7c6",
  "\\u11a8-\\u11ff\\ud7cb-\\ud7fb",
];

/** Marks, and the Thai and Lao vowels that join the letter before them as marks do. */
const mark = "[\\p{M}\\u0e33\\u0eb3]";
/** Half-width Japanese voice marks, a Malayalam letter that joins the next one, skin tones: one at a time is honest. */
const single = "[\\uff9e\\uff9f\\u0d4e\\u{1f3fb}-\\u{1f3ff}]";

/**
 * A mark on nothing, the same mark twice, the third mark on one letter, or the fifth in scripts that stack them. The sign
 * that joins a sixth consonant to five: Sanskrit's longest common cluster, र्त्स्न्य, has five. A third Korean part of a kind.
 * `Intl.Segmenter` knows all clusters, but the server's and the browser's differ, and it takes 10 ms for a long note.
 */
export const pile = [
  `(?:^|(?<=\\s))${mark}`,
  `(?=${mark})(?<=(?<mark>${mark}))\\k<mark>`,
  `(?=${mark})(?<=${mark}{2})[^${stacking}]`,
  `(?=${mark})(?<=${mark}{4})${mark}`,
  `(?=${virama})(?<=(?:${virama}\\p{L}${mark}{0,4}?){4})${virama}`,
  `(?<=${single})${single}`,
  ...jamo.map((part) => `(?<=[${part}]{2})[${part}]`),
].join("|");

const mayPile = onDemand(() => new RegExp(`${mark}|${single}|[${jamo.join("")}]`, "u"));

/** False for text in which nothing can match `pile`, for the sake of speed. */
export function mayHoldPile(text: string): boolean {
  return mayPile().test(text);
}
