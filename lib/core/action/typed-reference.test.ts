import { expect, test } from "vitest";
import { isReferenceTyped } from "./typed-reference";

test.each([
  ["Granite Peak Cafés", "Granite Peak Cafes"],
  ["Granite Peak Cafe\u0301s", "Granite Peak Cafés"],
  ["O\u2019Brien\u2019s", "O'Brien's"],
  ["A\u2013B", "A-B"],
  ["Two  Rivers", " Two Rivers "],
])("%s is typed as %s too", (reference, typed) => {
  expect(isReferenceTyped(typed, reference)).toBe(true);
});

test.each([
  ["Northgate Grocers", "northgate grocers"],
  ["Northgate Grocers", "Northgate Grocer"],
  ["SO-1042", "SO-1043"],
  ["SO-1042", "SO1042"],
  ["Cafés", ""],
])("%s is not typed as %s", (reference, typed) => {
  expect(isReferenceTyped(typed, reference)).toBe(false);
});

test("a reference of accents alone is not typed by typing nothing", () => {
  expect(isReferenceTyped("", "\u0301")).toBe(false);
});
