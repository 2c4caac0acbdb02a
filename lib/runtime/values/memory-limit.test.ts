import { describe, expect, test } from "vitest";
import { ValueError, evaluateParts, evaluateText, evaluateValue } from "./evaluate";
import { withinTimeLimit } from "@/lib/limits/time-limit";

const xs = Array.from({ length: 5_000 }, (_, index) => index);
const text = "a,".repeat(100_000);
const rows = `{"a":[${Array.from({ length: 60_000 }, () => "[]").join(",")}]}`;
const names = { inputs: { xs, text, rows, words: xs.map((x) => `word ${x} ${text.slice(0, 150)}`) } };
const doubled = (start: string, times: number) => `[${start}]${".map(a, a + a)".repeat(times)}`;
const REFUSAL = "it builds more than 64 MB of texts and lists";
/** More than an expression has, so that a slow machine does not come to that limit first. */
const AMPLE_TIME_MS = 20_000;

describe("an expression that would build hundreds of megabytes in its time is refused before it has:", () => {
  test.each([
    ["a text that is cut into its parts, again and again", "inputs.xs.map(x, inputs.text.split(',')).size()"],
    ["a text that is cut into its characters", "inputs.xs.map(x, inputs.text.split('', -1)).size()"],
    ["lists that grow to the double", `${doubled("inputs.xs", 15)}.size()`],
    ["texts that grow to the double", `${doubled("inputs.text", 11)}.map(a, a.upperAscii().size())`],
    ["a list of long copies", "inputs.xs.map(x, (inputs.text + string(x)).upperAscii()).size()"],
    ["a list of bytes", "inputs.xs.map(x, bytes(inputs.text)).size()"],
    ["lists that each hold all of another", "inputs.xs.map(x, inputs.xs + [x]).size()"],
    ["one text of all texts", "inputs.xs.map(x, inputs.words.join(',')).size()"],
    ["one text of one long text, thousands of times", "inputs.xs.map(x, inputs.text).join().size()"],
    ["a separator that is long", "inputs.words.join(inputs.text).size()"],
    ["JSON of many small parts", "inputs.xs.map(x, bytes(inputs.rows).json()).size()"],
    ["maps", "inputs.xs.map(x, inputs.xs.map(y, {'a': y, 'b': y, 'c': y, 'd': y, 'e': y})).size()"],
    // The language takes a part that failed for false or for true, where another part decides.
    [
      "where its fault is taken for a value",
      "[1].exists(n, inputs.xs.map(x, bytes(inputs.text)).size() < 0) || true",
    ],
  ])("%s", (_what, source) => {
    const refused = () => withinTimeLimit(() => evaluateText(`\${{ ${source} }}`, names), AMPLE_TIME_MS);
    expect(refused).toThrow(ValueError);
    expect(refused).toThrow(REFUSAL);
  });
});

test("values that are kept together are bounded together, and what was built on the way to them is not", () => {
  const part = "${{ inputs.text + inputs.text + inputs.text }}";
  const many = (count: number) => Array.from({ length: count }, () => part);
  const evaluate = (value: string | string[]) =>
    withinTimeLimit(() => evaluateValue(value, names), AMPLE_TIME_MS);
  expect(evaluate(many(30))).toHaveLength(30);
  expect(() => evaluate(many(60))).toThrow(REFUSAL);
  expect(() => evaluate(many(60).join(""))).toThrow(REFUSAL);
  const parts = Object.fromEntries(many(60).map((value, index) => [`p${index}`, value]));
  expect(() => withinTimeLimit(() => evaluateParts(parts, () => names), AMPLE_TIME_MS)).toThrow(REFUSAL);
});

test("as many results of earlier steps as a step loads are read", () => {
  const row = { sku: "SKU-1234", margin: 0.125, price: "12.50", quantity: 7 };
  const rowsOf = (count: number) => Array.from({ length: count }, () => row);
  // Ten megabytes as JSON.
  const lists = Array.from({ length: 30 }, () => rowsOf(5_000));
  expect(JSON.stringify(lists).length).toBeGreaterThan(9_000_000);
  const source = "steps.map(l, l.filter(r, r.margin < 0.1).size()).size()";
  const withinReason = () => evaluateText(`\${{ ${source} }}`, { steps: lists });
  expect(withinTimeLimit(withinReason, 10_000)).toBe(30);
});

test("what thousands of rows of a result ask for is worked out", () => {
  const source =
    "inputs.words.map(w, w.upperAscii() + '!').filter(w, w.contains('9')).join(';').split(';').size()";
  expect(evaluateText(`\${{ ${source} }}`, names)).toBe(1_355);
  expect(evaluateText("${{ ['a', 'b'].join('-') + [].join() + ['c'].join() }}", {})).toBe("a-bc");
  expect(evaluateText(`\${{ bytes('{"a":[1.5]}').json().a[0] }}`, {})).toBe(1.5);
  expect(() => evaluateText("${{ [1].join() }}", {})).toThrow(ValueError);
});
