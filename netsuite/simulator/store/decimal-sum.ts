/** Exact sums and products of decimal text, for totals and stock. */

const SCALE = 12;
const ONE = 10n ** BigInt(SCALE);

/** The decimal times 10^12, as an integer. */
function toScaled(text: string): bigint {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const digits = BigInt(whole + fraction.slice(0, SCALE).padEnd(SCALE, "0"));
  return text.startsWith("-") ? -digits : digits;
}

function fromScaled(scaled: bigint): string {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(SCALE + 1, "0");
  const fraction = digits.slice(-SCALE).replace(/0+$/, "");
  const text = digits.slice(0, -SCALE) + (fraction === "" ? "" : `.${fraction}`);
  return scaled < 0n ? `-${text}` : text;
}

export function sumDecimals(values: readonly (string | null | undefined)[]): string {
  return fromScaled(values.reduce((sum, value) => sum + toScaled(value ?? "0"), 0n));
}

export function multiplyDecimals(a: string, b: string): string {
  return fromScaled((toScaled(a) * toScaled(b)) / ONE);
}

/** Cut to five places, as stock is kept. @throws RangeError for a divisor of zero. */
export function divideDecimals(a: string, b: string): string {
  const places = 10n ** BigInt(SCALE - 5);
  return fromScaled(((toScaled(a) * ONE) / toScaled(b) / places) * places);
}

export function isLess(a: string, b: string): boolean {
  return toScaled(a) < toScaled(b);
}
