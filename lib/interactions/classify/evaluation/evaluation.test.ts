import { expect, test } from "vitest";
import { classifyByRules } from "@/lib/interactions/classify/by-rules";
import { figuresOf, kappaOf, macroF1 } from "./figures";
import { questionOf, readMessages, replyOf } from "./messages";

const all = readMessages();
const messages = all.filter(({ split }) => split === "tune" || split === "locked");
const classified = messages
  .filter(({ split }) => split === "locked")
  .map((message) => ({ message, given: classifyByRules(replyOf(message), questionOf(message)), ms: 0 }));
const figures = figuresOf(classified);

const countsOf = (names: readonly string[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]));

test("the set has 360 messages, 30 of each of twelve kinds, 60 to tune and 300 locked, in the languages that it names", () => {
  expect(Object.values(countsOf(messages.map(({ kind }) => kind)))).toEqual(Array(12).fill(30));
  expect(countsOf(messages.map(({ split }) => split))).toEqual({ locked: 300, tune: 60 });
  expect(countsOf(messages.map(({ language }) => language))).toEqual({
    en: 140,
    de: 70,
    fr: 40,
    es: 40,
    ja: 40,
    mx: 30,
  });
  expect(new Set(messages.map(({ id }) => id)).size).toBe(360);
  expect(kappaOf(messages)).toBeGreaterThanOrEqual(0.8);
});

test("by rules no no of the locked messages is read as a yes", () => {
  expect(figures.messages).toBe(300);
  expect(figures.noReadAsYes).toEqual([]);
  expect(figures.otherReadAsYes).toEqual([]);
});

test("by rules no automatic reply, no injection and no unrelated text of the locked messages is relevant", () => {
  expect(figures.machineOrInjectionRelevant).toEqual([]);
  expect(figures.unrelatedRelevant).toEqual([]);
});

test("by rules the macro-F1 of the locked messages is 0.75 or more, of classes and of readings", () => {
  expect(figures.relevanceF1).toBeGreaterThanOrEqual(0.75);
  expect(figures.readingF1).toBeGreaterThanOrEqual(0.75);
  expect(figures.wrongValues).toEqual([]);
});

test("by rules no message of any set reads as a yes that is none, later ones included", () => {
  const wrong = all.filter(
    (message) =>
      message.first.reading !== "yes" &&
      classifyByRules(replyOf(message), questionOf(message)).draft.reading === "yes",
  );
  expect(all).toHaveLength(468);
  expect(wrong).toEqual([]);
});

test("the macro-F1 is the mean over the classes, one that is never right with 0", () => {
  const pairs = [
    ["a", "a"],
    ["a", "b"],
    ["b", "b"],
    ["c", "b"],
  ] as const;
  expect(macroF1(pairs, ["a", "b", "c"])).toBeCloseTo((2 / 3 + 2 / 4 + 0) / 3);
});
