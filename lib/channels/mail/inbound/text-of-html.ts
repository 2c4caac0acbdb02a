/**
 * The words of a mail that has no text of its own. What it quotes is left out; nothing of it is ever shown as HTML. Each pattern ends at
 * the next tag or at the end of the text, so that no mail takes long.
 */

const UNSEEN = /<(style|script|head|title|blockquote)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** From there on mail programs quote what they answer. */
const QUOTE_BEGINS =
  /<(?:blockquote\b|div\b[^<>]*\s(?:class="?(?:gmail_quote|moz-cite-prefix|yahoo_quoted)|id="?(?:divRplyFwdMsg|appendonsend)))/i;
const LINE_ENDS = /<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]*>/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};
const CODE_POINT_MAX = 0x10_ffff;

export function textOfHtml(html: string): string {
  const quote = html.search(QUOTE_BEGINS);
  const own = quote === -1 ? html : html.slice(0, quote);
  return own
    .replaceAll(UNSEEN, " ")
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, " ")
    .replaceAll(/[\r\n]+/g, " ")
    .replaceAll(LINE_ENDS, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,5});/gi, (whole, name: string) => entity(name) ?? whole)
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .trim();
}

/** Null: it is none that we know. */
function entity(name: string): string | null {
  if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? null;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= CODE_POINT_MAX ? String.fromCodePoint(code) : null;
}
