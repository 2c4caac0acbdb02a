/** An answer is short. Of a longer text nobody says which part of it is one. */
export const READ_CHARACTERS_MAX = 4_000;

/** As it is compared: one form of each character, and lower case. */
export const normaliseText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[’‘`´]/g, "'")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase();

const DECIMAL_COMMA = /(?<=\d),(?=\d)/g;
const ENDS = /[.!?;:\n。、！？…]+(?:\s|$)|[。、！？；：\n]+|,\s|\s[-–—]\s|[.!?]+$/u;

/** Parts between signs. A point or a comma within a number, an address or a name ends none. */
export const clausesOf = (text: string): string[] =>
  text
    .split(ENDS)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "");

/** Numbers, as they are written. */
export const numbersIn = (text: string): string[] =>
  (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replace(DECIMAL_COMMA, "."));
