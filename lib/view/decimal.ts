import type { FieldKind } from "@/lib/core/payload/field-value";

/** Shows exact decimals as people write them. Works on text throughout: a float would round what is about to be written. */

const MINUS = "−";
const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?$/;

interface DecimalParts {
  negative: boolean;
  whole: string;
  fraction: string;
}

function partsOf(value: string): DecimalParts | null {
  const match = decimalPattern.exec(value.trim());
  if (!match) return null;
  return { negative: match[1] === "-", whole: match[2]!.replace(/^0+(?=\d)/, ""), fraction: match[3] ?? "" };
}

const grouped = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ",");

function isZero(parts: DecimalParts): boolean {
  return /^0*$/.test(parts.whole + parts.fraction);
}

function signOf(parts: DecimalParts, always: boolean): string {
  if (isZero(parts)) return always ? "±" : "";
  if (parts.negative) return MINUS;
  return always ? "+" : "";
}

const SYMBOLS: Record<string, string> = { USD: "$", EUR: "€", GBP: "£", CAD: "CA$", MXN: "MX$", JPY: "¥" };

/** `$` for what everyone reads at a glance, else the code itself: `CHF 12.00`. */
export function currencySign(currency: string): string {
  return SYMBOLS[currency] ?? `${currency} `;
}

export interface DecimalStyle {
  /** Also say "+", for differences. */
  signed?: boolean;
}

/** `1234.5` → `$1,234.50`. All digits stay; at least two decimals. Text that is no decimal comes back as it is. */
export function formatMoney(value: string, currency = "USD", style: DecimalStyle = {}): string {
  const parts = partsOf(value);
  if (!parts) return value;
  const fraction = parts.fraction.length < 2 ? parts.fraction.padEnd(2, "0") : parts.fraction;
  return `${signOf(parts, style.signed ?? false)}${currencySign(currency)}${grouped(parts.whole)}.${fraction}`;
}

/** `-412` → `−412`, `12000` → `12,000`. */
export function formatQuantity(value: string, style: DecimalStyle = {}): string {
  const parts = partsOf(value);
  if (!parts) return value;
  const fraction = parts.fraction === "" ? "" : `.${parts.fraction}`;
  return `${signOf(parts, style.signed ?? false)}${grouped(parts.whole)}${fraction}`;
}

/** `1,904`. By hand: the first use of the browser's own formats delays a page by as long as all of its counts together. */
export const formatCount = (count: number): string => formatQuantity(String(count));

/** Rounds half up to one decimal for reading; the exact figure is the delta beside it. */
export function formatPercent(value: string, style: DecimalStyle = {}): string {
  const parts = partsOf(value);
  if (!parts) return `${value} %`;
  const tenths = BigInt(parts.whole + (parts.fraction + "00").slice(0, 2));
  const rounded = ((tenths + 5n) / 10n).toString().padStart(2, "0");
  const whole = rounded.slice(0, -1);
  const tenth = rounded.slice(-1);
  const display = { negative: parts.negative, whole, fraction: tenth };
  const text = `${grouped(whole)}${tenth === "0" ? "" : `.${tenth}`}`;
  return `${signOf(display, style.signed ?? false)}${text} %`;
}

/** Integer cents, as impacts are kept. Whole amounts lose their `.00` when `short`. */
export function formatCents(
  cents: number | string,
  currency = "USD",
  style: DecimalStyle & { short?: boolean } = {},
): string {
  const text = String(cents);
  const negative = text.startsWith("-");
  const digits = text.replace(/^-/, "").replace(/\..*$/, "").padStart(3, "0");
  const money = formatMoney(
    `${negative ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`,
    currency,
    style,
  );
  return style.short ? money.replace(/\.00$/, "") : money;
}

/** A field's value the way its kind is read. The caller shows null: it means "said nothing" or "empty". */
export function formatValue(value: string, kind: FieldKind, currency = "USD"): string {
  if (kind === "money") return formatMoney(value, currency);
  return kind === "quantity" ? formatQuantity(value) : value;
}

export function formatDelta(delta: string, kind: FieldKind, currency = "USD"): string {
  return kind === "money"
    ? formatMoney(delta, currency, { signed: true })
    : formatQuantity(delta, { signed: true });
}
