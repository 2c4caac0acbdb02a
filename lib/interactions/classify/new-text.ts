import EmailReplyParser from "email-reply-parser";

/** Beyond that a text is cut before it is taken apart: the parser takes 0.9 s for 180 kB. */
const TEXT_BYTES_MAX = 64 * 1_024;

/** The parser takes three seconds for a line of 64 kB. A line so long is no answer, and the patterns below end a quote. */
const LONG_LINE = /[^\n]{4001}/;

/** Attributions that the package leaves, and quotes without one. From there on nothing is new. */
const QUOTE_BEGINS = [
  /^\s*>/m,
  /^.{0,200}<[^<>\s]{1,200}@[^<>\s]{1,200}>.{0,40}[:：]\s*$/m,
  /^\s*\d{4}年\d{1,2}月\d{1,2}日.{0,200}[:：]\s*$/m,
  /^\s*-{2,}\s*(original message|ursprüngliche nachricht|message d'origine|mensaje original|元のメッセージ)\s*-{2,}/im,
  /^\s*(from|von|de|差出人)\s*[:：].{0,300}\n\s*(sent|date|gesendet|datum|envoyé|enviado|fecha|送信日時|日時)\s*[:：]/im,
  /^\s*(on|am|le|el)\s.{3,200}\s(wrote|schrieb|écrit|escribió).{0,200}[:：]\s*$/im,
];

/** The words that are new in a mail: without what it quotes and without its signature. Empty: it has none. */
export function newTextOf(text: string): string {
  const cut = Buffer.byteLength(text) > TEXT_BYTES_MAX ? cutAt(text) : text;
  const lines = withoutBlankRuns(cut);
  const parsed = LONG_LINE.test(lines) ? lines : new EmailReplyParser().parseReply(lines);
  const begins = QUOTE_BEGINS.flatMap((pattern) => {
    const at = parsed.search(pattern);
    return at === -1 ? [] : [at];
  });
  return parsed.slice(0, Math.min(parsed.length, ...begins)).trim();
}

/**
 * With one blank line where several stand, and one sign that ends a line. A pattern that begins with blanks runs over the lines after it:
 * the parser would take two minutes for 65,000 empty lines.
 */
const withoutBlankRuns = (text: string): string =>
  text
    .replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/^[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n");

/** Never in the middle of a character. */
const cutAt = (text: string): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, TEXT_BYTES_MAX)).replace(/\uFFFD+$/u, "");
