import { expect, test } from "vitest";
import { isTrue, keyText, parseComparison, parseValue } from "./expression";

const event = { data: { id: 7, name: "a+b", flag: true, deep: { "odd key": "x" } } };

test.each([
  ["event.data.id", "7"],
  ['event.data["name"]', "a+b"],
  ["event.data.deep['odd key']", "x"],
  ['event.data.id + "+" + event.data.name', "7+a+b"],
  ["'fixed'", "fixed"],
  ["event.data.missing", null],
  ["event.data.deep", null],
  ['"a" + event.data.missing', null],
])("the key %s gives %s", (text, expected) => {
  const value = parseValue(text);
  expect(value && keyText(value, event)).toBe(expected);
});

test.each([
  ["event.data.id == 7", true],
  ["event.data.id == '7'", false],
  ["event.data.flag == true", true],
  ['event.data.name == "a+b"', true],
  ["event.data.missing == event.data.missing", false],
])("the condition %s is %s", (text, expected) => {
  const comparison = parseComparison(text);
  expect(comparison && isTrue(comparison, event)).toBe(expected);
});

test.each([
  "event.data.a - 1",
  "size(event.data.a)",
  "",
  "async.data.x",
  "event",
  "event.data.__proto__.x y",
])("%s is no key that this engine knows", (text) => expect(parseValue(text)).toBeNull());

test.each([
  "event.data.a > 1",
  "event.data.a == 1 && event.data.b == 2",
  "event.data.a",
  "event.data.a == 1 == 2",
])("%s is no condition that this engine knows", (text) => expect(parseComparison(text)).toBeNull());

test("inherited properties are not part of an event", () => {
  const value = parseValue("event.data.constructor.name");
  expect(value && keyText(value, { data: {} })).toBeNull();
});
