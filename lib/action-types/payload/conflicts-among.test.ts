import { expect, test } from "vitest";
import { conflictsAmong } from "./conflicts-among";

const at = (place: string | null, value: string, namedPlace = "named") => ({ place, namedPlace, value });
const among = (...values: ReturnType<typeof at>[][]) =>
  Object.fromEntries(conflictsAmong(new Map(values.map((own, index) => [index + 1, own]))));

test("different values at one place of NetSuite conflict, equal ones and other places do not", () => {
  expect(among([at("a", "1")], [at("a", "2")], [at("b", "3")], [at("a", "1")])).toEqual({
    1: [2],
    2: [1, 4],
    4: [2],
  });
});

test("names count where one of the two was never read, and nowhere else", () => {
  expect(among([at("a", "1")], [at("b", "2")])).toEqual({});
  expect(among([at("a", "1")], [at(null, "2")], [at(null, "3", "elsewhere")])).toEqual({ 1: [2], 2: [1] });
  expect(among([at(null, "1")], [at(null, "2")])).toEqual({ 1: [2], 2: [1] });
});

test("one that sets two values at one place does not conflict with itself", () => {
  expect(among([at("a", "1"), at("a", "2")])).toEqual({});
});

test("twenty others are named at most, the lowest first, however many lines and values there are", () => {
  const lines = (value: string) => Array.from({ length: 500 }, (_, line) => at(`${line}`, value, `${line}`));
  const found = among(...Array.from({ length: 100 }, (_, id) => lines(String(id))));
  expect(Object.values(found).every((others) => others.length === 20)).toBe(true);
  expect(found[100]).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});
