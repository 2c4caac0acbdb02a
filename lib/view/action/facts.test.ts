import { expect, test } from "vitest";
import { impactText } from "./facts";

const text = (cents: number | null, lines_total: number, lines_weighed: number | null) =>
  impactText({ impact: { cents, currency: "USD", basis: "a year", lines_total, lines_weighed } });

test("an impact of several lines says how many of them it covers", () => {
  expect(text(348_000, 500, 65)).toBe("+$3,480 over 65 of 500 lines");
  expect(text(348_000, 500, 500)).toBe("+$3,480 over 500 lines");
  expect(text(0, 3, 3)).toBe("No dollar impact over 3 lines");
});

test("a figure that nobody could work out is not known, whatever stands in its place", () => {
  expect(text(null, 500, 65)).toBe("Not known for 435 of 500 lines");
  expect(text(0, 500, 0)).toBe("Not known");
  expect(text(null, 1, 0)).toBe("Not known");
  expect(text(0, 1, 0)).toBe("Not known");
});

test("a roll from before its lines were counted claims nothing about them", () => {
  expect(text(348_000, 500, null)).toBe("+$3,480 over 500 lines");
  expect(text(null, 500, null)).toBe("Not known");
});

test("a single write says its amount alone", () => {
  expect(text(54_000, 1, 1)).toBe("+$540");
  expect(text(0, 1, 1)).toBe("No dollar impact");
});
