import { mayHoldPile, pile } from "./clusters";
import { codePointOf, findLookAlikes } from "./look-alikes";
import { onDemand } from "./on-demand";
import { doubtfulNumbers, isRightToLeft, rightToLeftRuns } from "./right-to-left";

/**
 * Takes text from outside apart for display, so that a person sees each character that would be written: hidden ones by
 * their code points, letters that pose as others with their names, blanks that would not be seen with a mark.
 */

/** A piece of text to display. The texts of all pieces together are the text. */
export type ShownPiece =
  | { kind: "text"; text: string }
  /** Blanks or line breaks that a reader could not count: repeated, leading, trailing, tabs, no-break spaces. */
  | { kind: "blank"; text: string; name: string }
  /** One letter or digit that poses as another, or right-to-left text beside which the order of numbers is in doubt. */
  | { kind: "letter"; text: string; name: string }
  /** Right-to-left letters or digits: displayed in an isolate of their own, so that they turn nothing else round. */
  | { kind: "rightToLeft"; text: string }
  /** One character that hides, reorders or covers something. */
  | { kind: "revealed"; text: string; codePoint: string };

/**
 * Bidi controls, zero-width and other invisible characters, unusual blanks and line ends, private use, and marks that
 * cover a letter. A carriage return is harmless before a line feed alone.
 */
const hidden = String.raw`[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Me}\p{Default_Ignorable_Code_Point}\u0334-\u0338\u20d2\u20d3\u20e5-\u20eb\u2800\ufffc]|(?![\t\n\r])\p{Cc}|(?![ \u00a0])\p{Zs}|\r(?!\n)`;
/** Two line breaks part paragraphs; more of them, or any at the very start or end, push the rest out of sight. */
const unseenBreaks = String.raw`^(?:\r?\n)+|(?:\r?\n)+$|(?:\r?\n){3,}|\r(?=\n)`;
const unseenSpaces = String.raw` {2,}|(?<=^|\n) +| +(?=\r?\n|$)`;
const unseen = String.raw`${unseenBreaks}|${unseenSpaces}|[\t\u00a0]+`;

const specialOf = (hiddenSource: string) =>
  onDemand(() => new RegExp(`(?<hidden>${hiddenSource})|(?<blank>${unseen})`, "gu"));
const special = specialOf(hidden);
const specialOrPile = specialOf(`${hidden}|${pile}`);

/** Most text is one of these two, and needs no other look. */
const plain = /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/;
/** Nothing of it is ever marked, whatever it stands beside: ASCII, letters of western Europe, signs of prose and money. */
const proseLetters = String.raw`[\x21-\x7e\u00c0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac\u2192\u2212]+`;
const prose = new RegExp(String.raw`^${proseLetters}(?:(?: |\n{1,2})${proseLetters})*$`);

export function piecesOf(text: string): ShownPiece[] {
  if (text === "") return [];
  if (plain.test(text) || prose.test(text)) return [{ kind: "text", text }];
  const marked = [...text.matchAll(mayHoldPile(text) ? specialOrPile() : special())].map(
    (match): PlacedPiece => ({
      index: match.index,
      piece: match.groups!.hidden
        ? { kind: "revealed", text: match[0], codePoint: codePointOf(match[0]) }
        : { kind: "blank", text: match[0], name: blankName(match[0]) },
    }),
  );
  for (const [index, name] of findLookAlikes(text))
    marked.push({
      index,
      piece: { kind: "letter", text: String.fromCodePoint(text.codePointAt(index)!), name },
    });
  return withRightToLeft(text, split(text, marked));
}

interface PlacedPiece {
  index: number;
  piece: ShownPiece;
}

/** The text with these pieces in their places; of two that overlap the first one stays. */
function split(text: string, placed: readonly PlacedPiece[]): ShownPiece[] {
  const pieces: ShownPiece[] = [];
  let last = 0;
  for (const { index, piece } of placed.toSorted((a, b) => a.index - b.index)) {
    if (index < last) continue;
    if (index > last) pieces.push({ kind: "text", text: text.slice(last, index) });
    pieces.push(piece);
    last = index + piece.text.length;
  }
  if (last < text.length) pieces.push({ kind: "text", text: text.slice(last) });
  return pieces;
}

const doubtName = "right-to-left text, which can turn the order of the numbers beside it";

/** The pieces with right-to-left runs taken out of the plain ones. */
function withRightToLeft(text: string, pieces: ShownPiece[]): ShownPiece[] {
  if (!isRightToLeft(text)) return pieces;
  const doubtful = doubtfulNumbers(text);
  const isDoubtful = (at: number) => doubtful.some(([start, end]) => at >= start && at < end);
  let start = 0;
  return pieces.flatMap((piece) => {
    const at = start;
    start += piece.text.length;
    if (piece.kind !== "text") return [piece];
    const runs = rightToLeftRuns(piece.text).map(({ index, text: run }): PlacedPiece => ({
      index,
      piece: isDoubtful(at + index)
        ? { kind: "letter", text: run, name: doubtName }
        : { kind: "rightToLeft", text: run },
    }));
    return split(piece.text, runs);
  });
}

function blankName(blank: string): string {
  const count = [...blank.replaceAll("\r\n", "\n")].length;
  const of = (one: string) => (count === 1 ? one : `${count} ${one}s`);
  if (blank === "\r") return "carriage return";
  if (/^[\r\n]+$/.test(blank)) return of("line break");
  if (/^ +$/.test(blank)) return of("space");
  return /^\t+$/.test(blank) ? of("tab") : /^\u00a0+$/.test(blank) ? of("no-break space") : of("blank");
}

/** True if the text can deceive the eye: it holds hidden characters, or letters that pose as others. */
export function isDeceptive(text: string): boolean {
  return piecesOf(text).some(({ kind }) => kind === "revealed" || kind === "letter");
}

/** The same of every text in a parsed document, keys included. */
export function holdsDeceptiveText(value: unknown): boolean {
  if (typeof value === "string") return isDeceptive(value);
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([key, entry]) => isDeceptive(key) || holdsDeceptiveText(entry));
}

export function hasLookAlikes(text: string): boolean {
  return findLookAlikes(text).size > 0;
}

/** True if there is something to read in it: more than spaces and hidden characters. */
export function hasVisibleText(text: string): boolean {
  return piecesOf(text).some(({ kind, text: piece }) => isReadable(kind) && piece.trim() !== "");
}

const isReadable = (kind: ShownPiece["kind"]) =>
  kind === "text" || kind === "letter" || kind === "rightToLeft";

/** For attributes, which cannot hold marks: deceptive characters are spelled out as `[U+202E]`. */
export function inPlainText(text: string): string {
  return piecesOf(text)
    .map((piece) =>
      piece.kind === "revealed"
        ? `[${piece.codePoint}]`
        : piece.kind === "letter"
          ? `${piece.text}[${codePointOf(piece.text)}]`
          : piece.text,
    )
    .join("");
}

/** Text from elsewhere as one line of our own: hidden characters by their names, and cut at `lengthMax`. */
export function revealedLine(text: string, lengthMax: number): string {
  const line = inPlainText(text.slice(0, lengthMax + 1).toWellFormed()).replace(/\s+/g, " ");
  return line.length > lengthMax ? `${line.slice(0, lengthMax - 1).toWellFormed()}…` : line;
}
