/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Field values on their way between requests and records: text as it is, decimals by their digits.
 */
define(["./gfs_decimal", "./gfs_verdict"], (decimal, verdict) => {
  const asText = (kind, value) => {
    if (value === null || value === undefined || value === "") return null;
    return kind === "text" ? String(value) : decimal.normalise(value);
  };

  const asStored = (kind, text) => {
    if (kind === "text") return text;
    const number = decimal.toExactNumber(text);
    if (number === null) throw verdict.refusal("PRECISION_LOST", `NetSuite cannot hold ${text} exactly.`);
    return number;
  };

  const same = (kind, a, b) => {
    if (kind === "text") return (asText(kind, a) || "").trim() === (asText(kind, b) || "").trim();
    return asText(kind, a) === asText(kind, b);
  };

  return { asText, asStored, same };
});
