import { expect, test } from "vitest";
import { isSayable } from "./sayable";

test.each([
  "Promised to pay on Friday.",
  "Driscoll's and O’Neill's",
  "10 % off, 8×1 lb; see SO-22984 (call)",
  "Привет, мир",
  "",
])("%j can forge nothing within a sentence", (text) => {
  expect(isSayable(text)).toBe(true);
});

test.each([
  ...'“”„‟"«»‹›〝〞＂「」″ʺ❝❞״〃‘‚',
  "a''b",
  "a’’b",
  "a``b",
  "a\nb",
  "a\r\nb",
  "a\u2028b",
  "a · b",
  "a • b",
  "a・b",
])("%j could pose as the end of a quotation or as the start of a fact", (text) => {
  expect(isSayable(`Paid ${text} in full`)).toBe(false);
});
