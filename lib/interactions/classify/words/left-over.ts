import { anywhere } from "./signals";

const beside = anywhere("beside");
const courtesy = anywhere("courtesy");
export const SIGNS = /[^\p{L}\p{N}]+/gu;

/** The words that say something else than thanks, greetings and fillers. */
export const leftOver = (clause: string): string[] =>
  clause
    .replace(courtesy, " ")
    .replace(beside, " ")
    .split(SIGNS)
    .filter((word) => word !== "");

const STEM_LETTERS = 5;

/** Is it one of these words, or another form of it? */
export const isFormOf = (known: ReadonlySet<string>, word: string): boolean =>
  known.has(word) ||
  (word.length >= STEM_LETTERS && [...known].some((one) => one.startsWith(word.slice(0, STEM_LETTERS))));
