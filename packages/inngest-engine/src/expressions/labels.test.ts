import { expect, test } from "vitest";
import { labelDepthMax, labelsPerEventMax } from "../limits";
import { isMet, parseExpression } from "./expression";
import { labelsOf, liftLabel } from "./labels";

const nowMs = 0;
const own = { data: { id: 7, name: "x", flag: true, none: null, big: 2 ** 60, nul: "a\u0000b" } };
const condition = (text: string) => {
  const result = parseExpression(text, ["event", "async"]);
  if ("problem" in result) throw new Error(result.problem);
  return result.expression;
};
const lift = (text: string): string | null => liftLabel(condition(text), own, nowMs);

test.each([
  ["event.data.id == async.data.id", { id: 7 }],
  ["async.data.id == event.data.id", { id: 7 }],
  ["async.data.id == 7.0", { id: 7 }],
  ["async.data.name == 'x' && async.data.n > 3", { name: "x", n: 4 }],
  [
    "async.data.n > 3 && (async.data.m > 1 && async.data['name'] == event.data.name)",
    { name: "x", n: 4, m: 2 },
  ],
  ["async.data.flag == true", { flag: true }],
  ["async.data.deep.er == 'y'", { deep: { er: "y" } }],
  ["async.data.big == event.data.big", { big: 2 ** 60 }],
  ["async.data.text == event.data.nul", { text: "a\u0000b" }],
])("%s is found by a label that a matching event has", (text, data) => {
  const label = lift(text);
  expect(label).toMatch(/^[0-9a-f]{64}$/);
  expect(isMet(condition(text), { event: own, async: { data } }, nowMs)).toBe(true);
  expect(labelsOf({ data })).toContain(label);
  expect(labelsOf({ data: { other: 7 } })).not.toContain(label);
});

test.each([
  "async.data.id > 7",
  "async.data.id == 7 || async.data.name == 'x'",
  "!(async.data.id == 7)",
  "async.data.id == event.data.none",
  "async.data.id == event.data.missing",
  "async.data.id == async.data.other",
  "async.data.at == string(now())",
  "async.data.list[0] == 7",
  `async${".a".repeat(labelDepthMax + 1)} == 7`,
  "event.data.id == 7",
])("%s has no label: it must be looked at for every event", (text) => expect(lift(text)).toBeNull());

test("text, number and truth of the same spelling have different labels", () => {
  const labels = ["'1'", "1", "true", "'true'"].map((literal) => lift(`async.data.a == ${literal}`));
  expect(new Set(labels).size).toBe(4);
});

test("an event with too many fields has no labels at all rather than some of them", () => {
  const data = Object.fromEntries(Array.from({ length: labelsPerEventMax + 1 }, (_, at) => [`f${at}`, at]));
  expect(labelsOf({ data })).toBeNull();
  const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`) as unknown;
  expect(labelsOf(deep)).toEqual([]);
});
