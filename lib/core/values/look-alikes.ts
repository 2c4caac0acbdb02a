import { NAMED_LETTERS } from "./letter-names";

/** Finds letters and digits that pose as others: the only place that says which do. */

/** The alphabets of living languages. A letter of any other one is no part of business prose. */
const alphabets = (
  "Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Thaana Ethiopic Devanagari Bengali Gurmukhi Gujarati Oriya " +
  "Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer"
)
  .split(" ")
  .map((name) => ({ name, holds: new RegExp(`^\\p{Script_Extensions=${name}}$`, "u") }));

/** Chinese, Japanese and Korean write their scripts beside one another, and beside Latin. */
const eastAsian =
  /^[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}]$/u;
/** Letters such as ª and ー, which belong to several alphabets. */
const shared = /^[\p{Script=Common}\p{Script=Inherited}]$/u;

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);
const wordPattern = /[\p{L}\p{M}]+/gu;
const digitPattern = /(?![0-9])\p{Nd}/gu;
/** Mathematical and joined forms of plain letters and digits. */
const styledPattern = /[\u{1d400}-\u{1d7ff}\ufb00-\ufb06]/gu;
/** Full-width forms are at home in East Asian text, but not beside the plain ones. */
const fullWidthPattern = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/gu;
/** Alphabets with so many letters of Latin shape that whole words of them can pose as Latin ones. */
const posing = new Set(["Cyrillic", "Greek", "Armenian"]);

/** The name of each letter or digit that poses as another, by its index in the text. Empty for honest text. */
export function findLookAlikes(text: string): Map<number, string> {
  const found = new Map<number, string>();
  if (isAscii(text)) return found;
  const words = [...text.matchAll(wordPattern)].map((match) => wordOf(match[0], match.index));
  for (const word of words) {
    for (const letter of word.letters) if (isOdd(letter, word)) found.set(letter.index, nameOf(letter));
    if (posesWhole(word, words)) for (const letter of word.letters) found.set(letter.index, nameOf(letter));
  }
  const hasPlain = /[A-Za-z0-9]/.test(text);
  for (const pattern of hasPlain ? [styledPattern, fullWidthPattern] : [styledPattern])
    for (const { 0: styled, index } of text.matchAll(pattern))
      found.set(index, `${codePointOf(styled)}, written like ${styled.normalize("NFKC")}`);
  if (!hasPlain) return found;
  for (const { 0: digit, index } of text.matchAll(digitPattern))
    if (!found.has(index)) found.set(index, `${codePointOf(digit)}, a digit of another script`);
  return found;
}

interface Letter {
  letter: string;
  index: number;
  /** Null: it belongs to several. "rare": to none that a living language is written in. */
  alphabet: string | null;
}

interface Word {
  letters: Letter[];
  /** The alphabet of most of its letters; Latin where two have as many. */
  home: string | null;
}

function wordOf(word: string, start: number): Word {
  const letters: Letter[] = [];
  let index = start;
  for (const letter of word) {
    if (/\p{L}/u.test(letter)) letters.push({ letter, index, alphabet: alphabetOf(letter) });
    index += letter.length;
  }
  const counts = new Map<string, number>();
  for (const { alphabet } of letters) {
    if (alphabet !== null && alphabet !== "rare") counts.set(alphabet, (counts.get(alphabet) ?? 0) + 1);
  }
  const [home] = [...counts].sort(
    ([a, timesA], [b, timesB]) => timesB - timesA || Number(b === "Latin") - Number(a === "Latin"),
  );
  return { letters, home: home?.[0] ?? null };
}

function alphabetOf(letter: string): string | null {
  if (isAscii(letter)) return "Latin";
  if (shared.test(letter)) return null;
  if (eastAsian.test(letter)) return "East Asian";
  return alphabets.find(({ holds }) => holds.test(letter))?.name ?? "rare";
}

/** True for a letter of another alphabet than its word's, of a rare one, or of a rare Latin form such as ɑ. */
function isOdd({ letter, alphabet }: Letter, { home }: Word): boolean {
  if (alphabet === null) return false;
  if (alphabet === "rare") return true;
  if (alphabet === "Latin" && !isAscii(letter) && NAMED_LETTERS.get(letter)?.looksLike) return true;
  const besideLatin = [alphabet, home].every((one) => one === "Latin" || one === "East Asian");
  return alphabet !== home && !besideLatin;
}

/**
 * True for a word of one foreign alphabet that reads as a Latin one letter by letter, such as a Cyrillic “Coco”, unless
 * the text is written in that alphabet: other words of it show so. Even there a word among Latin words poses as one of
 * them, but for a single letter, which is a preposition or a symbol.
 */
function posesWhole(word: Word, words: readonly Word[]): boolean {
  const { home, letters } = word;
  if (home === null || !posing.has(home) || !letters.every(looksLatin)) return false;
  const isAtHome = words.some((other) => other.home === home && !other.letters.every(looksLatin));
  return !isAtHome || (letters.length > 1 && words.some((other) => other.home === "Latin"));
}

function looksLatin({ letter }: Letter): boolean {
  return (NAMED_LETTERS.get(letter)?.looksLike ?? null) !== null;
}

function nameOf({ letter, alphabet }: Letter): string {
  const named = NAMED_LETTERS.get(letter);
  if (named) return named.name;
  if (isAscii(letter)) {
    const size = letter === letter.toLowerCase() ? "SMALL" : "CAPITAL";
    return `LATIN ${size} LETTER ${letter.toUpperCase()}`;
  }
  return `${codePointOf(letter)}, a letter of ${alphabet === "rare" ? "a rare" : `the ${alphabet}`} alphabet`;
}

/** `U+0430` */
export function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
