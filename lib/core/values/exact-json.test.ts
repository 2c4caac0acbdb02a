import { expect, test } from "vitest";
import { parseExactJson } from "./exact-json";

test.each([
  ["9007199254740993", "9007199254740993"],
  ["-12345678901234567890", "-12345678901234567890"],
  ["0.1234567890123456789", "0.1234567890123456789"],
  ["1e-400", "1e-400"],
])("a number that would be rounded is the text of its digits: %s", (literal, text) => {
  expect(parseExactJson(`{"id":${literal},"list":[${literal}]}`)).toEqual({ id: text, list: [text] });
});

test.each(["9007199254740992", "0.30000000000000004", "1.10", "-0", "1.5e3", "1e22", "1e308"])(
  "a number that stays as it is, is one: %s",
  (literal) => {
    expect(parseExactJson(`[${literal}]`)).toEqual([Number(literal)]);
  },
);

test("digits within a text are no number, whatever stands around them", () => {
  const value = { a: 'say "9007199254740993"', "9007199254740993": "\\" };
  expect(parseExactJson(JSON.stringify(value))).toEqual(value);
});

test("what is no JSON is undefined, and a number beyond all bounds stays one, for others to refuse", () => {
  expect(parseExactJson('{"a":')).toBeUndefined();
  expect(parseExactJson("[1e999]")).toEqual([Infinity]);
});
