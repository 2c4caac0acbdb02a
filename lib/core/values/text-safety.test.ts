import { describe, expect, test } from "vitest";
import { findLongNumbers, findUnsupportedCharacters } from "./text-safety";

describe("characters that text may not hold", () => {
  test.each<[string, unknown, string]>([
    ["NUL in a value", { reason: "a\u0000b" }, "reason"],
    ["a lone high surrogate in a value", { changes: [{ to: "\ud83d" }] }, "changes[0].to"],
    ["a lone low surrogate deep inside", { a: { b: [{ c: "\ude00x" }] } }, "a.b[0].c"],
    ["NUL in a key", { context: { "k\u0000": 1 } }, "context"],
    ["NUL as the whole document", "\u0000", ""],
  ])("%s is found, with its path", (_what, value, path) => {
    expect(findUnsupportedCharacters(value)).toMatchObject([{ path }]);
  });
  test("paired surrogates, numbers and empty things are fine", () => {
    expect(findUnsupportedCharacters({ a: "🍓", b: 1, c: null, d: [], e: true })).toEqual([]);
  });
  test("a value that nests deeper than anybody reads is refused instead of walked", () => {
    let deep: unknown = "x";
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    expect(findUnsupportedCharacters(deep)).toMatchObject([{ message: expect.stringContaining("deeper") }]);
  });
});

describe("numbers that JSON would round", () => {
  test.each([
    ['{"to": 12345678901234567890}', ["12345678901234567890"]],
    ['{"to": 1.2345678901234567}', ["1.2345678901234567"]],
    ["[-9999999999999999, 1e999]", ["-9999999999999999", "1e999"]],
  ])("in %s are found as written", (text, numbers) => {
    expect(findLongNumbers(text)).toEqual(numbers);
  });
  test.each([
    '{"to": 123456789012345}',
    '{"to": "12345678901234567890"}',
    '{"a": 0.000001, "b": 1.50, "c": 1e10}',
    '{"12345678901234567890": 1}',
    '"a \\" 12345678901234567890"',
  ])("in %s there are none", (text) => {
    expect(findLongNumbers(text)).toEqual([]);
  });
});
