/** Texts with expressions: `Raise ${{ item.sku }}`. */

export interface Template {
  /** In the order of the text. A text that is one expression alone has its value; any other is a text. */
  parts: ({ text: string } | TemplateExpression)[];
  expressions: TemplateExpression[];
  /** The character of the text at which an expression begins that nothing closes. */
  unclosed: number | null;
}

export interface TemplateExpression {
  source: string;
  /** The character of the text at which its source begins. */
  begins: number;
}

const OPENING = "${{";
const CLOSING = "}}";

export function parseTemplate(text: string): Template {
  const template: Template = { parts: [], expressions: [], unclosed: null };
  let at = 0;
  for (;;) {
    const opens = text.indexOf(OPENING, at);
    const before = text.slice(at, opens < 0 ? undefined : opens);
    if (before !== "") template.parts.push({ text: before });
    if (opens < 0) return template;
    const begins = opens + OPENING.length;
    const closes = closingOf(text, begins);
    if (closes < 0) return { ...template, unclosed: opens };
    const expression = { source: text.slice(begins, closes), begins };
    template.parts.push(expression);
    template.expressions.push(expression);
    at = closes + CLOSING.length;
  }
}

/** True where the value is that of the expression, of whatever type. */
export const isOneExpression = ({ parts, expressions }: Template): boolean =>
  parts.length === 1 && expressions.length === 1;

/** The `}}` that ends it: none within a string or within the braces of a map. */
function closingOf(text: string, from: number): number {
  let braces = 0;
  let quote: string | null = null;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]!;
    if (quote !== null) {
      if (character === "\\") at += 1;
      else if (character === quote) quote = null;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "{") braces += 1;
    else if (character === "}" && braces > 0) braces -= 1;
    else if (text.startsWith(CLOSING, at)) return at;
  }
  return -1;
}
