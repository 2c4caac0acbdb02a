/**
 * Field values as NetSuite compares them: decimals by value and never as floats, text as text, null and "" both empty.
 */

/** Decimals travel as text, so that no digit is lost. */
export const FIELD_KINDS = ["money", "quantity", "text"] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export const FIELD_VALUE_LIMITS = {
  textLengthMax: 4_000,
  decimalDigitsMax: 30,
  /** Limits of a written value. No amount or stock exceeds them, and larger sums would lose digits. */
  integerDigitsMax: 15,
  decimalPlacesMax: 10,
};

/**
 * Normalises a decimal: no exponent, no leading or trailing zeros, no "-0" (`"1.480"` → `"1.48"`). A number is read
 * from its shortest text, so 1.42 stays 1.42. Null if the value is not a finite decimal.
 */
export function normaliseDecimal(value: string | number): string | null {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i.exec(String(value).trim());
  if (!match) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = whole + fraction;
  if (digits === "" || digits.length > FIELD_VALUE_LIMITS.decimalDigitsMax) return null;
  const point = whole.length + Number(exponent);
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0");
  const at = Math.max(point, 1);
  const units = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  const decimals = padded.slice(at).replace(/0+$/, "");
  const text = decimals === "" ? units : `${units}.${decimals}`;
  // The limit applies to the expanded form; otherwise an exponent could give a text that is refused later.
  if (units.length + decimals.length > FIELD_VALUE_LIMITS.decimalDigitsMax) return null;
  return sign === "-" && text !== "0" ? `-${text}` : text;
}

/** True if NetSuite would treat two field values as equal. Decimals compare by value; null and "" are both empty. */
export function sameFieldValue(
  kind: FieldKind,
  a: string | number | null,
  b: string | number | null,
): boolean {
  return comparable(kind, a) === comparable(kind, b);
}

function comparable(kind: FieldKind, value: string | number | null): string {
  if (value === null || value === "") return "";
  return kind === "text" ? String(value).trim() : (normaliseDecimal(value) ?? String(value));
}

/** The normalised form of a value for NetSuite; undefined if it is not a value of that kind. */
export function toCanonical(kind: FieldKind, value: string | number | null): string | null | undefined {
  if (value === null) return null;
  if (kind !== "text") return normaliseDecimal(value) ?? undefined;
  const text = String(value);
  return text.length <= FIELD_VALUE_LIMITS.textLengthMax ? text : undefined;
}

/** True for an existing day in the form `2026-11-20`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** True if a normalised decimal may be written. */
export function isWritableDecimal(text: string): boolean {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const { integerDigitsMax, decimalPlacesMax } = FIELD_VALUE_LIMITS;
  return whole.length <= integerDigitsMax && fraction.length <= decimalPlacesMax;
}
