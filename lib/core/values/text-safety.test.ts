import { describe, expect, test } from "vitest";
import {
  findLongNumbers,
  findUnsupportedCharacters,
  hasLookAlikes,
  hasVisibleText,
  revealText,
} from "./text-safety";

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

describe("characters that would deceive the eye", () => {
  test.each([
    ["a right-to-left override", "Pay \u202eevil", "U+202E"],
    ["a right-to-left isolate", "\u2067x", "U+2067"],
    ["a zero-width space", "1\u200b0", "U+200B"],
    ["a zero-width joiner", "a\u200db", "U+200D"],
    ["a soft hyphen", "a\u00adb", "U+00AD"],
    ["a byte order mark", "\ufeffa", "U+FEFF"],
    ["a control character", "a\u0007b", "U+0007"],
    ["a variation selector", "a\ufe0fb", "U+FE0F"],
    ["a Hangul filler", "a\u3164b", "U+3164"],
    ["a tag character", "a\u{e0041}b", "U+E0041"],
  ])("%s is shown by its name", (_what, text, codePoint) => {
    expect(revealText(text)).toContainEqual({ kind: "revealed", codePoint });
  });
  test("nothing of the text is lost, and nothing hidden is left in it", () => {
    const text = "a\u202eb\u200bc\td\ne";
    const pieces = revealText(text);
    expect(pieces).toEqual([
      { kind: "text", text: "a" },
      { kind: "revealed", codePoint: "U+202E" },
      { kind: "text", text: "b" },
      { kind: "revealed", codePoint: "U+200B" },
      { kind: "text", text: "c\td\ne" },
    ]);
  });
  test("plain text, also of other scripts, is one piece", () => {
    for (const text of ["Driscoll's", "Jalapeños 10 lb", "Zürich ½", "ケース", "Привет"])
      expect(revealText(text)).toEqual([{ kind: "text", text }]);
    expect(revealText("")).toEqual([]);
  });
});

test("a word that mixes scripts is one letter posing as another; words of one script each are not", () => {
  expect(hasLookAlikes("Driscоll's")).toBe(true);
  expect(hasLookAlikes("pаypal")).toBe(true);
  expect(hasLookAlikes("αlpha")).toBe(true);
  for (const honest of ["Driscoll's", "Привет world", "α and β", "", "123"])
    expect(hasLookAlikes(honest)).toBe(false);
});

test("text of spaces and hidden characters alone holds nothing to read", () => {
  for (const text of ["", " \n", "\u200b", "\u2060 \u3164", "\ufeff\u202e"])
    expect(hasVisibleText(text)).toBe(false);
  expect(hasVisibleText("\u200bDana is back")).toBe(true);
});
