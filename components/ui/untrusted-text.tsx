import { Fragment } from "react";
import { type ShownPiece, piecesOf } from "@/lib/core/values/shown-text";
import { cn } from "@/components/ui/cn";
import { codePointOf } from "@/lib/core/values/look-alikes";
import { isRightToLeft } from "@/lib/core/values/right-to-left";

/**
 * Text that came from outside, as plain text and exactly as it is: blanks and line breaks stay, and those that nobody would
 * see are marked. Characters that would hide or reorder it are shown by name, letters that pose as others one by one. It is
 * isolated, so that right-to-left letters in it cannot rearrange what stands beside it. Its lines run from left to right,
 * and each run of right-to-left letters is isolated within them: digits beside it keep their order.
 *
 * `edge`: it stands among words of ours. A tint parts it from them on each of its lines, whatever it says.
 */
export function UntrustedText({ children, edge = false }: { children: string; edge?: boolean }) {
  const pieces = piecesOf(children);
  const letters = pieces.filter((piece) => piece.kind === "letter");
  return (
    <>
      <bdi
        dir="ltr"
        data-untrusted
        data-edge={edge || undefined}
        className={cn(
          "wrap-anywhere whitespace-pre-wrap",
          edge && "rounded-[4px] bg-sunken box-decoration-clone px-1 ring-1 ring-line-strong/60 ring-inset",
        )}
      >
        {pieces.map((piece, index) =>
          piece.kind === "text" ? piece.text : <Piece key={index} piece={piece} />,
        )}
      </bdi>
      {letters.length > 0 && <LetterHint letters={letters} />}
    </>
  );
}

const directionOf = (text: string) => (isRightToLeft(text) ? "rtl" : "ltr");

type Marked = Exclude<ShownPiece, { kind: "text" }>;

function Piece({ piece }: { piece: Marked }) {
  switch (piece.kind) {
    case "blank":
      return <Blank piece={piece} />;
    case "letter":
      return (
        <mark
          dir={directionOf(piece.text)}
          className="rounded-sm bg-bad-soft font-bold text-bad underline decoration-wavy"
          title={piece.name}
        >
          {piece.text}
        </mark>
      );
    case "rightToLeft":
      return <bdi dir="rtl">{piece.text}</bdi>;
    case "revealed":
      return (
        <mark
          className="mx-0.5 rounded-sm bg-bad-soft px-1 font-mono whitespace-nowrap text-[0.8em] text-bad"
          title="A character that is invisible or deceives"
          data-code-point={piece.codePoint}
        >
          {piece.codePoint}
        </mark>
      );
  }
}

/**
 * Each blank with a sign of its own behind it. The blank itself stays, so that what is copied is the text; but for the
 * carriage return of a Windows line end, which HTML would turn into a second line break.
 */
function Blank({ piece }: { piece: Extract<Marked, { kind: "blank" }> }) {
  return (
    <span title={piece.name} className="blanks">
      {[...piece.text].map((character, index) =>
        character === "\r" ? (
          <span key={index} data-code-point={codePointOf(character)} />
        ) : (
          // The signs are drawn by the style sheet: they are no part of the text.
          <span key={index} data-blank={codePointOf(character)}>
            {character}
          </span>
        ),
      )}
    </span>
  );
}

const namedMax = 3;
const namedLengthMax = 12;

/** The names of the letters beside the text: a finger cannot hover. */
function LetterHint({ letters }: { letters: readonly { text: string; name: string }[] }) {
  const names = new Map(letters.map(({ text, name }) => [text, name]));
  const more = names.size - namedMax;
  const mixes = letters.some(({ text }) => !isRightToLeft(text));
  return (
    <span
      data-hint
      className="ml-1 rounded-sm bg-bad-soft px-1 text-[0.8em] font-semibold text-bad select-none"
    >
      {mixes ? "mixes alphabets:" : "numbers may be out of order:"}{" "}
      {[...names].slice(0, namedMax).map(([text, name], index) => (
        <Fragment key={text}>
          {index > 0 && ", "}
          <bdi>
            {text.length > namedLengthMax ? `${text.slice(0, namedLengthMax).toWellFormed()}…` : text}
          </bdi>{" "}
          is {name}
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </span>
  );
}
