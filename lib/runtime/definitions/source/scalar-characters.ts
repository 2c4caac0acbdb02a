import { Scalar } from "yaml";

/**
 * Where in the source of a YAML text one character of its value stands. YAML folds, trims and indents, but every character that is no
 * space stands in the source in its order. So those before it are counted in the value and again in the source. This is exact for
 * every style and over any number of lines, escapes included. The place of a space is the end of the character before it: nobody
 * knows which of the spaces in the source became this one.
 */
export const offsetOfCharacter = (text: string, scalar: Scalar, character: number): number =>
  offsetsOf(text, scalar)[character] ?? scalar.range![0];

/** A long text may have hundreds of faults: it is gone through once. */
const known = new WeakMap<Scalar, readonly number[]>();

/** The offset in the source of each UTF-16 unit of the value. */
function offsetsOf(text: string, scalar: Scalar): readonly number[] {
  const found = known.get(scalar);
  if (found) return found;
  const signs = signsOf(text, scalar);
  let count = 0;
  const offsets = Array.from({ length: String(scalar.value).length }, (_, index) => {
    if (SPACE.test(String(scalar.value).charAt(index))) return signs[count - 1]?.end ?? scalar.range![0];
    count += 1;
    return signs[count - 1]?.at ?? scalar.range![0];
  });
  known.set(scalar, offsets);
  return offsets;
}

const SPACE = /[ \t\r\n]/;

/** Where the source spells one UTF-16 unit of a value. */
interface Sign {
  at: number;
  end: number;
}

const plainSigns = /[^ \t\r\n]/g;
const quotedSigns: Record<string, RegExp> = {
  [Scalar.QUOTE_SINGLE]: /''|[^ \t\r\n]/g,
  [Scalar.QUOTE_DOUBLE]: /\\(?:x..|u.{4}|U.{8}|\r\n|[^])|[^ \t\r\n]/g,
};

/** The characters of the source that are not spaces. */
function signsOf(text: string, { type, range }: Scalar): readonly Sign[] {
  const [from, to] = range!;
  const quoted = quotedSigns[type ?? ""];
  const isBlock = type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
  // A block's own first line says its style.
  const begins = isBlock ? text.indexOf("\n", from) + 1 : quoted ? from + 1 : from;
  const source = text.slice(begins, quoted ? to - 1 : to);
  const signs: Sign[] = [];
  for (const { 0: spelled, index } of source.matchAll(quoted ?? plainSigns)) {
    const sign = { at: begins + index, end: begins + index + spelled.length };
    for (let unit = 0; unit < unitsOf(spelled, type); unit += 1) signs.push(sign);
  }
  return signs;
}

/** An escape may stand for a space, for nothing where it ends a line, or for a character of two units. */
function unitsOf(spelled: string, type: Scalar["type"]): number {
  if (type !== Scalar.QUOTE_DOUBLE || !spelled.startsWith("\\")) return 1;
  const kind = spelled.charAt(1);
  if (/[xuU]/.test(kind)) {
    const character = String.fromCodePoint(Number.parseInt(spelled.slice(2), 16));
    return SPACE.test(character) ? 0 : character.length;
  }
  return /[ntr \t\r\n]/.test(kind) ? 0 : 1;
}
