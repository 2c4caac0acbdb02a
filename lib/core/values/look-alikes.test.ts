import * as fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { latinShapes } from "./latin-shapes";
import { findLookAlikes } from "./look-alikes";

afterEach(() => vi.restoreAllMocks());

/** Words of one alphabet each. Those of `posing` alphabets that read as Latin may pose as Latin words. */
const words = [
  { text: "а", home: "Cyrillic", readsAsLatin: true },
  { text: "Сосо", home: "Cyrillic", readsAsLatin: true },
  { text: "оса", home: "Cyrillic", readsAsLatin: true },
  { text: "жук", home: "Cyrillic", readsAsLatin: false },
  { text: "ο", home: "Greek", readsAsLatin: true },
  { text: "ΟΤΕ", home: "Greek", readsAsLatin: true },
  { text: "λόγος", home: "Greek", readsAsLatin: false },
  { text: "pay", home: "Latin", readsAsLatin: false },
  { text: "שלום", home: "Hebrew", readsAsLatin: false },
  { text: "東京", home: "East Asian", readsAsLatin: false },
] as const;
type Sample = (typeof words)[number];

/** The rule, said of one word and each other word of its text. */
function posesAmong(word: Sample, all: readonly Sample[]): boolean {
  if (!word.readsAsLatin) return false;
  const isAtHome = all.some(({ home, readsAsLatin }) => home === word.home && !readsAsLatin);
  return !isAtHome || (word.text.length > 1 && all.some(({ home }) => home === "Latin"));
}

test("a word that reads as a Latin one is marked unless its text is written in its alphabet, in any text", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 8 }), (all) => {
      const expected: number[] = [];
      let start = 0;
      for (const word of all) {
        if (posesAmong(word, all)) for (let at = 0; at < word.text.length; at += 1) expected.push(start + at);
        start += word.text.length + 1;
      }
      expect([...findLookAlikes(all.map(({ text }) => text).join(" ")).keys()]).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test("twice as many words cost twice as many look-ups of letters", () => {
  const lookUps = vi.spyOn(latinShapes() as Map<string, unknown>, "has");
  const lookUpsOf = (text: string) => {
    lookUps.mockClear();
    findLookAlikes(text);
    return lookUps.mock.calls.length;
  };
  for (const word of ["Сосо ", "ΟΤΕ ", "а pay "])
    expect(lookUpsOf(word.repeat(200)), word).toBe(2 * lookUpsOf(word.repeat(100)));
});
