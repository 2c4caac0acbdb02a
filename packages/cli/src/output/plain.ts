/** Control characters, and those that reorder or hide text: in a terminal they could pose as other words. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text of somebody else's, fit for one line of a terminal. */
export function plain(text: string): string {
  return text.replaceAll(DECEPTIVE, (character) =>
    character === "\n" ? " ↵ " : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}
