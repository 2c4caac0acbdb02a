import { codePointOf } from "@/lib/core/values/look-alikes";
import { type ShownPiece, piecesOf } from "@/lib/core/values/shown-text";

/**
 * Text from outside in Slack's own markup. It stands in code marks, between which Slack formats nothing, makes no emoji, no link
 * and no mention; so it has an edge that it cannot forge. What the eye would miss is spelled out, as on our pages.
 */

/** `&`, `<` and `>` are all that Slack reads in a text outside of formatting. */
export const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** In the place of what a limit cut. */
export const CUT_MARK = "… (cut)";
/** Holds every text that fits on a card, even if each character of it has to be escaped; two of them fit in one section. */
const LENGTH_MAX = 900;
const EMPTY = "(empty)";

/**
 * The texts from outside on one card. `isExact` turns false as soon as one of them does not stand there letter for letter: something
 * was cut, or had to be spelled out. Such a card offers no approval.
 */
export class OutsideTexts {
  isExact = true;

  /** On one line, in code marks. Escaped it has `lengthMax` characters at most. */
  inline(text: string, lengthMax = LENGTH_MAX): string {
    const shown = this.#spell(text, lengthMax, "in_line");
    return shown === "" ? EMPTY : `\`${shown}\``;
  }

  /** With its line breaks, as a block of its own. */
  block(text: string, lengthMax = LENGTH_MAX): string {
    const shown = this.#spell(text, lengthMax, "in_block");
    return shown === "" ? EMPTY : `\`\`\`\n${shown}\n\`\`\``;
  }

  /** A block where the text has several lines, and code marks otherwise. */
  fitting(text: string): string {
    return text.includes("\n") ? `\n${this.block(text)}` : this.inline(text);
  }

  /** For texts of Slack's that know no markup: titles, options, labels. They have no edge. */
  plain(text: string, lengthMax: number): string {
    return this.#spell(text, lengthMax, "plain");
  }

  #spell(text: string, lengthMax: number, place: Place): string {
    let shown = "";
    for (const piece of piecesOf(text.slice(0, TEXT_LENGTH_MAX).toWellFormed())) {
      for (const { part, isExact } of partsOf(piece, place)) {
        if (shown.length + part.length > lengthMax - CUT_MARK.length) {
          this.isExact = false;
          return shown + CUT_MARK;
        }
        shown += part;
        this.isExact &&= isExact;
      }
    }
    return shown;
  }
}

type Place = "in_line" | "in_block" | "plain";
interface Part {
  part: string;
  isExact: boolean;
}

/** More is never shown on a card. */
const TEXT_LENGTH_MAX = 4_000;

function partsOf(piece: ShownPiece, place: Place): Part[] {
  switch (piece.kind) {
    case "text":
    case "rightToLeft":
      return [...piece.text].map((character) => characterOf(character, place));
    case "blank":
      return [{ part: `[${piece.name}]`, isExact: false }];
    case "letter":
      return [{ part: `${escapeText(piece.text)}[${codePointOf(piece.text)}]`, isExact: false }];
    case "revealed":
      return [{ part: `[${piece.codePoint}]`, isExact: false }];
  }
}

function characterOf(character: string, place: Place): Part {
  // It would end the code marks.
  if (character === "`" && place !== "plain") return { part: `[${codePointOf(character)}]`, isExact: false };
  if (character === "\n" && place !== "in_block") return { part: "[line break]", isExact: false };
  return { part: escapeText(character), isExact: true };
}
