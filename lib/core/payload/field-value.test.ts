import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseDecimal, sameFieldValue } from "./field-value";

describe("decimals", () => {
  it.each([
    ["1.480", "1.48"],
    ["+007", "7"],
    [".5", "0.5"],
    ["5.", "5"],
    ["-0.00", "0"],
    ["1e3", "1000"],
    ["12.5E-3", "0.0125"],
    [1e21, "1000000000000000000000"],
    [0.1, "0.1"],
    ["", null],
    ["1,5", null],
    ["0x10", null],
    ["1e31", null],
    ["1e-40", null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])("%s is spelled %s", (given, expected) => {
    expect(normaliseDecimal(given)).toBe(expected);
  });
  it("normalising twice changes nothing and keeps the value", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.nat(8), (digits, places) => {
        const sign = digits < 0n ? "-" : "";
        const padded = String(digits < 0n ? -digits : digits).padStart(places + 1, "0");
        const text = `${sign}${padded.slice(0, padded.length - places)}.${padded.slice(padded.length - places)}`;
        const once = normaliseDecimal(text);
        expect(once).not.toBeNull();
        expect(normaliseDecimal(once ?? "")).toBe(once);
        expect(Number(once)).toBe(Number(text));
      }),
    );
  });
  it("values compare by what they mean", () => {
    expect(sameFieldValue("money", "1.50", 1.5)).toBe(true);
    expect(sameFieldValue("money", "0.30000000000000004", 0.3)).toBe(false);
    expect(sameFieldValue("money", null, "")).toBe(true);
    expect(sameFieldValue("text", "ON", "on")).toBe(false);
  });
});
