import { expect, test } from "vitest";
import { whyNotStorable } from "./storable";

const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

test.each<[string, unknown, string | null]>([
  ["plain values", { a: [1, "x", null, true, { b: "😀" }] }, null],
  ["a hundred levels", nested(100), null],
  ["a hundred and one levels", nested(101), "is nested deeper than 100 levels"],
  ["a hundred thousand levels", nested(100_000), "is nested deeper than 100 levels"],
  ["NUL in a text", ["a\u0000"], "holds a NUL character"],
  ["NUL in a key", { a: { "\u0000": 1 } }, "holds a NUL character"],
  ["half of a surrogate pair", { a: "\ud83d" }, "holds half of a character (a lone surrogate)"],
  ["half of one in a key", [{ "\ude00": 1 }], "holds half of a character (a lone surrogate)"],
  ["a number that is too large for any", JSON.parse('{"a":[1e999]}'), "holds a number beyond all bounds"],
  ["a number that is none", [NaN], "holds a number beyond all bounds"],
  ["the largest number", [Number.MAX_VALUE, -Number.MAX_VALUE], null],
])("%s", (_name, value, why) => {
  expect(whyNotStorable(value)).toBe(why);
});
