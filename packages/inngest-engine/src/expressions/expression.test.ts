import { expect, test } from "vitest";
import { expressionLengthMax } from "../limits";
import { type Expression, type Variables, isMet, keyText, parseExpression } from "./expression";
import { createJudge } from "./judge";
import { ExpressionFault } from "./value";

const nowMs = Date.UTC(2026, 0, 5, 8);
const parsed = (text: string, variables: (keyof Variables)[] = ["event", "async"]): Expression => {
  const result = parseExpression(text, variables);
  if ("problem" in result) throw new Error(result.problem);
  return result.expression;
};
const data = JSON.parse(`{
  "id": 7, "n": 4, "whole": 5, "half": 2.5, "name": "a+b", "flag": true, "off": false, "none": null, "empty": "",
  "tags": ["a", "b"], "lines": [{"n": 1}, {"n": 3}], "deep": {"odd key": "x"}, "__proto__": "own",
  "huge": 9007199254740993, "at": "2026-01-05T07:00:00Z", "emoji": "\u{1F600}"
}`) as unknown;
const event = { name: "order/placed", ts: 1, data };
const met = (text: string): boolean => isMet(parsed(text, ["event"]), { event }, nowMs);

test.each([
  // Numbers of an event are doubles. They compare by value with integers, and add up with doubles alone.
  ["event.data.n + 1.0 == 5", true],
  ["int(event.data.n) + 1 == 5", true],
  ["event.data.n + event.data.half == 6.5", true],
  ["event.data.n > 4", false],
  ["event.data.n >= 4", true],
  ["event.data.whole == 5.0", true],
  ["event.data.half * 2.0 == 5", true],
  ["event.data.id / event.data.n == 1.75", true],
  ["int(event.data.id) % 4 == 3", true],
  ["-event.data.n == -4", true],
  ["event.data.id == '7'", false],
  // Beyond 2^53 JSON has lost the last digits already; a literal with them still means that number.
  ["event.data.huge == 9007199254740993", true],
  ["event.data.huge > 9007199254740991", true],
  // Logic, as in JavaScript.
  ["event.data.flag && !event.data.off", true],
  ["event.data.n == 4 && (event.data.id == 1 || event.data.name == 'a+b')", true],
  ["(event.data.flag ? 'yes' : 'no') == 'yes'", true],
  ["(event.data.empty || event.data.name) == 'a+b'", true],
  // Lists, maps and their macros.
  ["'a' in event.data.tags", true],
  ["event.data.name in ['x', 'a+b']", true],
  ["'n' in event.data", true],
  ["event.data.tags == ['a', 'b']", true],
  ["event.data.tags[1] == 'b'", true],
  ["event.data.tags[9] == 'b'", false],
  ["event.data.deep['odd key'] == 'x'", true],
  ["event.data.lines.exists(line, line.n > 2)", true],
  ["event.data.lines.all(line, line.n > 2)", false],
  ["event.data.lines.exists_one(line, line.n > 2)", true],
  ["event.data.lines.filter(line, line.n > 2).size() == 1", true],
  ["event.data.lines.map(line, line.n * 2.0) == [2, 6]", true],
  ["event.data.lines.map(line, line.n > 1, line.n) == [3]", true],
  ["event.data.deep == {'odd key': 'x'}", true],
  // Functions.
  ["size(event.data.name) == 3", true],
  ["size(event.data.emoji) == 1", true],
  ["event.data.name.startsWith('a') && event.data.name.endsWith('b')", true],
  ["event.data.name.contains('+')", true],
  ["uppercase(event.data.name) == 'A+B'", true],
  ["string(event.data.n) + 'x' == '4x'", true],
  ["int('12') + int(event.data.half) == 14", true],
  ["double('2.5') == event.data.half", true],
  ["date(event.data.at) < now()", true],
  ["date(event.data.at) > now_minus('30m')", false],
])("%s is %s", (text, expected) => expect(met(text)).toBe(expected));

/** As in the server's own tests of missing fields and null. */
test.each([
  ["event.data.missing == 'foo'", false],
  ["event.data.missing == null", true],
  ["event.data.missing == 0", false],
  ["event.data.missing == event.data.gone", false],
  ["event.data.missing != 'foo'", true],
  ["event.data.missing != null", false],
  ["event.data.missing < 5", true],
  ["5 < event.data.missing", false],
  ["event.data.missing > 5", false],
  ["5 > event.data.missing", true],
  ["event.data.missing.deeper.still == 'x'", false],
  ["size(event.data.missing) == 0", true],
  ["event.data.missing in ['a']", false],
  ["event.data.missing.exists(x, x == 'a')", false],
  ["event.data.missing.contains('a')", false],
  ["event.data.missing", false],
  ["event.data.none == null", true],
  ["event.data.none == ''", false],
  ["event.data.none < 5", true],
  ["'foo' < event.data.none", false],
  ["has(event.data.missing)", false],
  ["has(event.data.missing.deeper)", false],
  ["has(event.data.none)", true],
  ["!has(event.data.missing) || event.data.missing > 3", true],
])("of a missing field or null: %s is %s", (text, expected) => expect(met(text)).toBe(expected));

test("an event that lacks a field does not meet a run whose own event lacks it too", () => {
  const same = parsed("event.data.user == async.data.user");
  const isSame = (own: unknown, other: unknown): boolean =>
    isMet(same, { event: { data: own }, async: { data: other } }, nowMs);
  expect(isSame({ user: 1 }, { user: 1 })).toBe(true);
  expect(isSame({ user: 1 }, { user: 2 })).toBe(false);
  expect(isSame({ user: 1 }, {})).toBe(false);
  expect(isSame({}, { user: 1 })).toBe(false);
  expect(isSame({}, {})).toBe(false);
});

test.each([
  ["event.data.id", "7"],
  ["event.data.half", "2.5"],
  ["event.data.flag", "true"],
  ["event.data.id + '+' + event.data.name", "7+a+b"],
  ["'fixed'", "fixed"],
  ["event.data.missing || event.data.name", "a+b"],
  ["event.data.missing", null],
  ["event.data.deep", '{"odd key":"x"}'],
  ["event.data.tags", '["a","b"]'],
  ["{'b': event.data.n, 'a': 1}", '{"a":1,"b":4}'],
  ["event.data.none", null],
  ["'a' + event.data.missing", null],
  ["event.data.constructor.name", null],
  ["event.data.id / 0", null],
])("the key %s gives %s", (text, expected) =>
  expect(keyText(parsed(text, ["event"]), event, nowMs)).toBe(expected),
);

test("inherited properties are no part of an event, own ones of any name are", () => {
  expect(met("has(event.data.constructor)")).toBe(false);
  expect(met("has(event.data.toString)")).toBe(false);
  expect(met("event.data.__proto__ == 'own'")).toBe(true);
  expect(met("has(event.__proto__.polluted)")).toBe(false);
  expect(met("{'__proto__': 1}.size() == 1")).toBe(true);
});

test.each([
  ["event.data.a === 1", "is no expression"],
  ["", "is no expression"],
  ["event.data.a &&", "is no expression"],
  ["evnt.data.a == 1", 'uses "evnt", which is unknown here'],
  ["steps.a == 1", 'uses "steps", which is unknown here'],
  ["shout(event.data.a) == 'A'", "uses shout(), which is unknown here"],
  ["event.data.a.shout() == 'A'", "uses shout(), which is unknown here"],
  ["event.data.a.constructor() == 'A'", "uses constructor(), which is unknown here"],
  ["size(event.data.a, 1) == 1", "gives size() 2 arguments instead of 1"],
  ["event.data.a.matches('(a+)+$')", "uses matches()"],
  ["event.data.a == b'x'", "holds bytes"],
  ["has(event)", "has() takes one path"],
  ["event.data.a.exists(1, true)", "is no expression"],
])("%s is refused when it is read", (text, problem) => {
  expect(parseExpression(text, ["event", "async"])).toMatchObject({
    problem: expect.stringContaining(problem),
  });
});

test("an expression that is too long, too deep or too large is refused when it is read", () => {
  const texts = [
    `event.data.a == '${"x".repeat(expressionLengthMax)}'`,
    `${"(".repeat(200)}1${")".repeat(200)} == 1`,
    Array.from({ length: 400 }, () => "1").join("+"),
  ];
  for (const text of texts) expect(parseExpression(text, ["event"])).toHaveProperty("problem");
});

test("a trigger knows no event but its own", () => {
  expect(parseExpression("async.data.a == 1", ["event"])).toMatchObject({
    problem: expect.stringContaining('uses "async"'),
  });
});

test.each([
  "event.data.n + 1 > 4",
  "event.data.n - 1 > 2",
  "2 * event.data.n > 7",
  "event.data.id / 2 > 3",
  "event.data.id % 2 == 1",
  "event.data.id % 2.0 == 1.0",
])("an integer and a number of an event do not add up: %s is never true, and the log says why", (text) => {
  const problems: unknown[] = [];
  const judge = createJudge(
    () => nowMs,
    (_level, _message, details) => problems.push(details?.problem),
  );
  expect(judge(parsed(text, ["event"]), { event }, "app-fn")).toBe(false);
  expect(problems).toEqual([expect.stringContaining("numbers of an event are doubles")]);
});

test.each(['a"b', "a\\b", "a\nb", "a\0b"])(
  "a wait for a field equal to %j is never met, and the log says why",
  (value) => {
    const logged: string[] = [];
    const judge = createJudge(
      () => nowMs,
      (_level, message, details) => logged.push(`${message}: ${String(details?.problem)}`),
    );
    const both = (fields: object) => ({ event: { data: fields }, async: { data: fields } });
    const same = parsed("event.data.name == async.data.name");
    expect(judge(same, both({ name: value }), "app-fn")).toBe(false);
    expect(judge(same, both({ name: "plain" }), "app-fn")).toBe(true);
    expect(logged).toEqual([expect.stringContaining("which Inngest never matches")]);
  },
);

test.each([
  "event.data.name < 5",
  "event.data.name - 1 == 1",
  "event.data.id / 0 == 1",
  "9223372036854775807 + 1 > 0",
  "event.data.name",
  "event.data.n.exists(x, true)",
  "size(event.data.n) == 1",
  "!event.data.name",
])("%s fails when it is evaluated", (text) => expect(() => met(text)).toThrow(ExpressionFault));

test("work over nested lists is cut off, and over nested data does not exhaust the stack", () => {
  const list = Array.from({ length: 1_000 }, (_, at) => at);
  const all = "event.data.list.all(a, event.data.list.all(b, event.data.list.all(c, a + b + c >= 0)))";
  expect(() => isMet(parsed(all), { event: { data: { list } } }, nowMs)).toThrow("it takes too long");
  const doubling = "event.data.list.map(x, event.data.list.map(y, x)).size() > 0";
  expect(() => isMet(parsed(doubling), { event: { data: { list } } }, nowMs)).toThrow("it takes too long");
  const nested = (): unknown => JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`) as unknown;
  const same = parsed("event.data.left == event.data.right");
  expect(() => isMet(same, { event: { data: { left: nested(), right: nested() } } }, nowMs)).toThrow(
    "deeply",
  );
});

test("an expression that fails counts as false and is logged once, without the event's data", () => {
  const logged: string[] = [];
  const judge = createJudge(
    () => nowMs,
    (_level, message, details) => logged.push(`${message} ${JSON.stringify(details)}`),
  );
  const condition = parsed("event.data.secret < 5");
  const failing = { event: { data: { secret: "hunter2" } } };
  expect(judge(condition, failing, "app-fn")).toBe(false);
  expect(judge(condition, failing, "app-fn")).toBe(false);
  expect(judge(condition, { event: { data: { secret: 4 } } }, "app-fn")).toBe(true);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain("app-fn");
  expect(logged[0]).not.toContain("hunter2");
});
