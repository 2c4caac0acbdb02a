/** CSV as RFC 4180 has it, that no spreadsheet takes for formulas. */

export type CsvValue = string | number | null;

/** Makes a spreadsheet read UTF-8 as such: without it a name with an accent comes out garbled. */
export const BYTE_ORDER_MARK = "\uFEFF";

const exactNumber = /^-?\d+(\.\d+)?$/;
/** Signs that begin a formula, in their wide forms too, and blanks that a spreadsheet skips before it looks. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** One row with its line end. */
export const csvRow = (cells: readonly CsvValue[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/** Text that begins like a formula is marked as text. A number stays one. */
function cellOf(value: CsvValue): string {
  if (value === null) return "";
  const text = String(value);
  const safe = formula.test(text) && !exactNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Integer cents as an exact decimal in units: `-105` → `-1.05`. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
