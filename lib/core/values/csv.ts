/** CSV as RFC 4180 has it, that no spreadsheet takes for formulas. */

export type CsvValue = string | number | null;

/** Makes a spreadsheet read UTF-8 as such: without it a name with an accent comes out garbled. */
export const BYTE_ORDER_MARK = "\uFEFF";

const exactNumber = /^-?\d+(\.\d+)?$/;
/** Signs behind which a cell begins too, for a spreadsheet whose list separator is another, or that reads no quotes here. */
const lastSeparator = /.*[;\t\r\n]/s;
/** Characters that a spreadsheet skips before it looks: blanks, signs that nobody sees, quotes. Separators are among them. */
const skipped = String.raw`[;"\u2800\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]`;
/** A run of them, from its first one, before a sign that begins a formula, in its wide forms too. */
const beforeFormula = new RegExp(String.raw`(?<!${skipped})${skipped}*(?=[=+\-@＝＋－＠])`, "gu");

/** One row with its line end. */
export const csvRow = (cells: readonly CsvValue[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/** Text that begins like a formula, for whatever spreadsheet, is marked as text. A number stays one. */
function cellOf(value: CsvValue): string {
  if (value === null) return "";
  const text = String(value);
  const safe = exactNumber.test(text) ? text : marked(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text with an apostrophe wherever a cell that looks like a formula would begin. */
function marked(text: string): string {
  const within = text.replace(beforeFormula, (run, offset: number) => {
    const inner = run.replace(lastSeparator, "$&'");
    return offset === 0 ? `'${inner}` : inner;
  });
  return /^[\t\r\n]/.test(within) ? `'${within}` : within;
}

/** Integer cents as an exact decimal in units: `-105` → `-1.05`. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
