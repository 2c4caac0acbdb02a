import { describe, expect, test } from "vitest";
import { UNKNOWN_IMPACT_CENTS, weighedImpactCents } from "./policy";

describe("the weight of an impact", () => {
  test("money that goes out weighs as much as money that comes in", () => {
    expect(weighedImpactCents(-12_345)).toBe(12_345);
    expect(weighedImpactCents(12_345)).toBe(12_345);
    expect(weighedImpactCents(0)).toBe(0);
  });

  test.each([null, Number.NaN, Number.POSITIVE_INFINITY, 0.5, 2 ** 60])(
    "%s weighs more than any limit",
    (cents) => {
      expect(weighedImpactCents(cents)).toBe(UNKNOWN_IMPACT_CENTS);
    },
  );
});
