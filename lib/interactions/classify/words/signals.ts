import { english } from "./english";
import { french } from "./french";
import { german } from "./german";
import { japanese } from "./japanese";
import type { Lexicon } from "./lexicon";
import { spanish } from "./spanish";

/** The words of all languages at once: people mix them, and which one a short text is in nobody can tell. */

const SPACED: readonly Lexicon[] = [english, german, french, spanish];
type Part = Exclude<keyof Lexicon, "ordinals">;

const NO_LETTER_BEFORE = String.raw`(?<![\p{L}\p{N}_])`;
const NO_LETTER_AFTER = String.raw`(?![\p{L}\p{N}_])`;
const spaced = (piece: string) =>
  piece.replaceAll("\\w", String.raw`[\p{L}\p{N}]`).replaceAll(" ", String.raw`\s+`);

/** Any of the pieces, the longest first. */
function alternatives(part: Part): string {
  const longest = (pieces: readonly string[]) => [...pieces].sort((a, b) => b.length - a.length);
  const words = SPACED.flatMap((lexicon) => lexicon[part]).map(spaced);
  return `(?:${NO_LETTER_BEFORE}(?:${longest(words).join("|")})${NO_LETTER_AFTER}|${longest(japanese[part]).join("|")})`;
}

/** Anywhere in a text, each occurrence. */
export const anywhere = (part: Part): RegExp => new RegExp(alternatives(part), "gu");
/** Where a clause begins with it, past any sign. */
export const atStart = (part: Part): RegExp => new RegExp(`^[^\\p{L}\\p{N}]*${alternatives(part)}`, "u");
/** Nothing but such words. */
export const nothingBut = (part: Part): RegExp =>
  new RegExp(`^[^\\p{L}\\p{N}]*(?:${alternatives(part)}[^\\p{L}\\p{N}]*)+$`, "u");
/** Pieces that are no whole words. */
export const piecesOf = (part: Part): RegExp =>
  new RegExp(
    `(?:${[...SPACED, japanese]
      .flatMap((lexicon) => lexicon[part])
      .map(spaced)
      .join("|")})`,
    "mu",
  );

/** The place of an option that an ordinal names, from 0. */
export const ORDINALS: readonly RegExp[] = english.ordinals.map((_, place) => {
  const words = SPACED.flatMap((lexicon) => lexicon.ordinals[place]!);
  return new RegExp(
    `(?:${NO_LETTER_BEFORE}(?:${words.join("|")})${NO_LETTER_AFTER}|${japanese.ordinals[place]!.join("|")})`,
    "u",
  );
});
