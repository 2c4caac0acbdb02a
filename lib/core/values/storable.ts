/** Levels of lists and maps within each other. Deeper ones would overflow the stack of whatever walks through them. */
const LEVELS_MAX = 100;

/** Why no column of jsonb can hold a JSON value, or no hash stand for it, as the end of a sentence. Null: one can. */
export function whyNotStorable(value: unknown, levels = 0): string | null {
  if (typeof value === "string") return whyNoText(value);
  // `1e999` is JSON, and infinity to JavaScript.
  if (typeof value === "number" && !Number.isFinite(value)) return "holds a number beyond all bounds";
  if (value === null || typeof value !== "object") return null;
  if (levels === LEVELS_MAX) return `is nested deeper than ${LEVELS_MAX} levels`;
  const isList = Array.isArray(value);
  for (const [key, part] of Object.entries(value)) {
    const why = (isList ? null : whyNoText(key)) ?? whyNotStorable(part, levels + 1);
    if (why) return why;
  }
  return null;
}

/** Postgres refuses NUL in a text; UTF-8 cannot encode half of a surrogate pair. */
function whyNoText(text: string): string | null {
  if (text.includes("\u0000")) return "holds a NUL character";
  return text.isWellFormed() ? null : "holds half of a character (a lone surrogate)";
}

/** The text without these: what no column can hold is a replacement character. */
export const storableText = (text: string): string => text.replaceAll("\u0000", "\ufffd").toWellFormed();
