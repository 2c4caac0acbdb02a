import { hasLookAlikes, revealText } from "@/lib/core/values/text-safety";

/**
 * Text that came from outside, as plain text: characters that would hide or reorder it are shown by name. Isolated, so
 * that right-to-left letters in it cannot rearrange what stands beside it.
 */
export function UntrustedText({ children }: { children: string }) {
  const pieces = revealText(children);
  const posing = hasLookAlikes(children);
  return (
    <bdi>
      {pieces.map((piece, index) =>
        piece.kind === "text" ? (
          piece.text
        ) : (
          <mark
            key={index}
            className="mx-0.5 rounded-sm bg-bad-soft px-1 font-mono text-[0.8em] text-bad"
            title="A character that is invisible or deceives"
          >
            {piece.codePoint}
          </mark>
        ),
      )}
      {posing && (
        <span className="ml-1 rounded-sm bg-bad-soft px-1 text-[0.8em] font-semibold text-bad">
          mixes alphabets
        </span>
      )}
    </bdi>
  );
}
