import { latinShapes } from "./latin-shapes";
import { onDemand } from "./on-demand";

/** Finds letters and digits that pose as others: the only place that says which do. */

/** The alphabets of living languages. A letter of any other one is no part of business prose. */
const alphabetNames =
  "Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Thaana Ethiopic Devanagari Bengali Gurmukhi Gujarati Oriya " +
  "Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer";
const alphabets = onDemand(() =>
  alphabetNames
    .split(" ")
    .map((name) => ({ name, holds: new RegExp(`^\\p{Script_Extensions=${name}}$`, "u") })),
);

/** Chinese, Japanese and Korean write their scripts beside one another, and beside Latin. */
const eastAsian = onDemand(
  () =>
    /^[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}]$/u,
);
/** Letters such as ª and ー, which belong to several alphabets. */
const shared = onDemand(() => /^[\p{Script=Common}\p{Script=Inherited}]$/u);

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);
const wordPattern = onDemand(() => /[\p{L}\p{M}]+/gu);
const digitPattern = onDemand(() => /(?![0-9])\p{Nd}/gu);
/** Mathematical and joined forms of plain letters and digits. */
const styledPattern = /[\u{1d400}-\u{1d7ff}\ufb00-\ufb06]/gu;
/** Full-width forms are at home in East Asian text, but not beside the plain ones. */
const fullWidthPattern = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/gu;
/**
 * Blocks that hold forms of plain letters, digits, commas and points: Roman numerals, letters of formulas, raised and
 * lowered ones, numbers with a point. Signs in a circle or a square, such as ① and ㎏, pose as nothing else.
 */
const formPattern =
  /[\u00aa-\u02ff\u1d2c-\u1dbf\u2024-\u209c\u2100-\u217f\u2488-\u249b\u2c7c\u2c7d\ua69c-\uab69\ufe50-\ufe52\u{10780}-\u{107ba}\u{1ccd6}-\u{1ccf9}\u{1f100}-\u{1f10a}\u{1fbf0}-\u{1fbf9}]/gu;
/** The forms of business prose, which nobody takes for plain letters: 10 m², 1º, № 5, Fresh™, “…”. */
const proseForms = new Set("ª²³¹º‥…™℠№℡℻");
const plainForm = /^[A-Za-z0-9.,]+$/;
/** ‚ opens a German quotation after a blank; after a letter or digit it poses as a comma. */
const lowQuotePattern = /(?<=[A-Za-z0-9])\u201a/gu;
/** Signs that read as a comma or a point in a number. East Asian prose has two of them, but beside its own letters. */
const numberSignPattern =
  /(?<=[0-9])[\u02cc\u02ce\u02cf\u0375\u060c\u066b\u066c\u2e32\u2e34\ufe10\uff0c\uff0e\uff61\uff64](?=[0-9])/gu;
/** Alphabets with so many letters of Latin shape that whole words of them can pose as Latin ones. */
const posing = new Set(["Cyrillic", "Greek", "Armenian"]);

/** The name of each letter or digit that poses as another, by its index in the text. Empty for honest text. */
export function findLookAlikes(text: string): Map<number, string> {
  const found = new Map<number, string>();
  if (isAscii(text)) return found;
  const words = [...text.matchAll(wordPattern())].map((match) => wordOf(match[0], match.index));
  const alphabetsOfText = alphabetsOf(words);
  for (const word of words) {
    const isHonest = isTurkish(word);
    for (const letter of word.letters)
      if (isOdd(letter, word) && !(isHonest && letter.letter === "ı"))
        found.set(letter.index, nameOf(letter));
    if (posesWhole(word, alphabetsOfText))
      for (const letter of word.letters) found.set(letter.index, nameOf(letter));
  }
  const hasPlain = /[A-Za-z0-9]/.test(text);
  for (const pattern of hasPlain ? [styledPattern, fullWidthPattern] : [styledPattern])
    for (const { 0: styled, index } of text.matchAll(pattern))
      found.set(index, `${codePointOf(styled)}, written like ${styled.normalize("NFKC")}`);
  if (!hasPlain) return found;
  const add = (index: number, name: string) => {
    if (!found.has(index)) found.set(index, name);
  };
  for (const { 0: digit, index } of text.matchAll(digitPattern()))
    add(index, `${codePointOf(digit)}, a digit of another script`);
  for (const { 0: form, index } of text.matchAll(formPattern)) {
    const looksLike = proseForms.has(form) ? "" : form.normalize("NFKC");
    if (plainForm.test(looksLike)) add(index, `${codePointOf(form)}, written like ${looksLike}`);
  }
  for (const pattern of [lowQuotePattern, numberSignPattern])
    for (const { 0: sign, index } of text.matchAll(pattern))
      add(index, `${codePointOf(sign)}, written like a comma or point`);
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
  /** Each of its letters looks like one of plain Latin. */
  readsAsLatin: boolean;
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
  return { letters, home: home?.[0] ?? null, readsAsLatin: letters.every(looksLatin) };
}

function alphabetOf(letter: string): string | null {
  if (isAscii(letter)) return "Latin";
  if (shared().test(letter)) return null;
  if (eastAsian().test(letter)) return "East Asian";
  return alphabets().find(({ holds }) => holds.test(letter))?.name ?? "rare";
}

/**
 * The dotless ı is at home in a word with another Turkish letter, such as Işık. In an otherwise plain word, such as
 * “Drıscoll”, it poses as i. Kırmızı is marked for that: no rule that spares it catches “lımıt”, and a mark costs one look.
 */
function isTurkish({ letters }: Word): boolean {
  return letters.some(({ letter }) => "çğöşüÇĞÖŞÜİâîû".includes(letter));
}

/** True for a letter of another alphabet than its word's, of a rare one, or of a rare Latin form such as ɑ. */
function isOdd({ letter, alphabet }: Letter, { home }: Word): boolean {
  if (alphabet === null) return false;
  if (alphabet === "rare") return true;
  if (alphabet === "Latin" && !isAscii(letter) && latinShapes().has(letter)) return true;
  const besideLatin = [alphabet, home].every((one) => one === "Latin" || one === "East Asian");
  return alphabet !== home && !besideLatin;
}

/** The alphabets in which a text is written. Taken once for all words: an agent's text may hold thousands. */
interface AlphabetsOfText {
  /** A word of the alphabet does not read as a Latin one. */
  proven: ReadonlySet<string | null>;
  hasLatin: boolean;
}

function alphabetsOf(words: readonly Word[]): AlphabetsOfText {
  return {
    proven: new Set(words.filter(({ readsAsLatin }) => !readsAsLatin).map(({ home }) => home)),
    hasLatin: words.some(({ home }) => home === "Latin"),
  };
}

/**
 * True for a word of one foreign alphabet that reads as a Latin one letter by letter, such as a Cyrillic “Coco”, unless
 * the text is written in that alphabet: other words of it show so. Even there a word among Latin words poses as one of
 * them, but for a single letter, which is a preposition or a symbol.
 */
function posesWhole({ home, letters, readsAsLatin }: Word, { proven, hasLatin }: AlphabetsOfText): boolean {
  if (home === null || !posing.has(home) || !readsAsLatin) return false;
  return !proven.has(home) || (letters.length > 1 && hasLatin);
}

function looksLatin({ letter }: Letter): boolean {
  return latinShapes().has(letter);
}

function nameOf({ letter, alphabet }: Letter): string {
  if (isAscii(letter)) {
    const size = letter === letter.toLowerCase() ? "SMALL" : "CAPITAL";
    return `LATIN ${size} LETTER ${letter.toUpperCase()}`;
  }
  const home = alphabet === "rare" ? "a rare" : `the ${alphabet}`;
  const shape = latinShapes().get(letter);
  return `${codePointOf(letter)}, a letter of ${home} alphabet${shape ? ` that looks like ${shape}` : ""}`;
}

/** `U+0430` */
export function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
