/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Decimals as text. NetSuite hands numbers to scripts as JavaScript numbers; they are compared by their digits,
 * never by float arithmetic.
 */
define([], () => {
  /** One spelling per value ("1.480" and 1.48 both give "1.48"); null when it is no finite decimal. */
  const normalise = (value) => {
    const match = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i.exec(String(value).trim());
    if (!match) return null;
    const [, sign, whole, fraction, exponent] = match;
    const digits = whole + fraction;
    if (digits === "") return null;
    const point = whole.length + Number(exponent || 0);
    const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0");
    const at = Math.max(point, 1);
    const integerDigits = padded.slice(0, at).replace(/^0+(?=\d)/, "");
    const decimalDigits = padded.slice(at).replace(/0+$/, "");
    const text = decimalDigits === "" ? integerDigits : `${integerDigits}.${decimalDigits}`;
    return sign === "-" && text !== "0" ? `-${text}` : text;
  };

  /** The JavaScript number for a decimal, or null where digits would be lost on the way into the record. */
  const toExactNumber = (text) => {
    const number = Number(text);
    return normalise(number) === normalise(text) ? number : null;
  };

  /** Whole cents of an amount with at most two decimals; further digits are cut. Undefined for no amount. */
  const toCents = (value) => {
    const text = normalise(value);
    if (text === null) return undefined;
    const [whole, fraction = ""] = text.replace("-", "").split(".");
    const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
    return text.startsWith("-") ? -cents : cents;
  };

  /** A field's value as it crosses to the caller: text as it is, decimals in their one spelling, null where empty. */
  const asText = (kind, value) => {
    if (value === null || value === undefined || value === "") return null;
    return kind === "text" ? String(value) : normalise(value);
  };

  const same = (kind, a, b) => {
    if (kind === "text") return (asText(kind, a) || "").trim() === (asText(kind, b) || "").trim();
    return asText(kind, a) === asText(kind, b);
  };

  return { normalise, toExactNumber, toCents, asText, same };
});
