import { describe, expect, test } from "vitest";
import { startWorkTime } from "@/lib/limits/testing/work-time";
import { type Json, type Names, ValueError, evaluateParts, evaluateText, evaluateValue } from "./evaluate";

const names: Names = {
  inputs: { floor: "0.12", count: 3, share: 0.5, list: [1, 2, 3], name: "Driscoll's", none: null },
  steps: {
    bids: {
      output: {
        rows: [
          { sku: "A", price: "1.10" },
          { sku: "B", price: "2.05" },
        ],
      },
      skipped: false,
    },
  },
  item: { sku: "A", cost: "1.00" },
  index: 1,
};

describe("a text", () => {
  test.each<[string, Json]>([
    ["plain", "plain"],
    ["${{ inputs.count }}", 3],
    ["${{ inputs.count + 1 }}", 4],
    ["${{ inputs.share }}", 0.5],
    ["${{ inputs.list }}", [1, 2, 3]],
    ["${{ inputs.list.map(n, n * 2) }}", [2, 4, 6]],
    ["${{ inputs.none }}", null],
    [
      "${{ steps.bids.output.rows.filter(row, decimal(row.price) < decimal('2')) }}",
      [{ sku: "A", price: "1.10" }],
    ],
    ["${{ steps.bids.output.rows[index].sku }}", "B"],
    ["${{ string((decimal(item.cost) / (decimal('1') - decimal(inputs.floor))).round(2)) }}", "1.14"],
    ["${{ decimal('1.10') }}", "1.1"],
    ["${{ decimal('1') == decimal('1.000') }}", true],
    ["${{ decimal('38900').money('USD') }}", "$38,900.00"],
    ["${{ decimal('-0.0325').money('EUR') }}", "-€0.0325"],
    ["Bid of ${{ inputs.name }} no ${{ inputs.count }}: ${{ true }}", "Bid of Driscoll's no 3: true"],
    ["${{ 'a' }}${{ 'b' }}", "ab"],
    ["${{ {'a': 1, 'b': 2} }}", { a: 1, b: 2 }],
    ["${{ timestamp('2026-01-02T03:04:05Z') }}", "2026-01-02T03:04:05.000Z"],
    ["${{ duration('90s') }}", 90],
    ["${{ 9007199254740993 }}", "9007199254740993"],
    ["${{ inputs.name == 'x' ? 1 : 2 }}", 2],
  ])("%s", (text, value) => {
    expect(evaluateText(text, names)).toEqual(value);
  });
  test.each([
    ["${{ inputs.gone }}", "inputs.gone"],
    ["${{ steps.bids.output.rows[7].sku }}", "rows[7]"],
    ["${{ decimal('x') }}", "decimal('x')"],
    ["${{ decimal('1') / decimal('0') }}", "decimal"],
    ["${{ decimal('1').money('dollars') }}", "dollars"],
    ["${{ 1 / 0 }}", "1 / 0"],
    ["${{ inputs.name + 1 }}", "inputs.name"],
    ["sum ${{ inputs.list }}", "a list or a map"],
    ["none ${{ inputs.none }}", "nothing"],
    ["${{ 1.0 / 0.0 }}", "number"],
    ["${{ unknown }}", "unknown"],
  ])("%s is told with its expression, in one line", (text, part) => {
    const fault = (() => {
      try {
        return evaluateText(text, names);
      } catch (error) {
        return error;
      }
    })();
    expect(fault).toBeInstanceOf(ValueError);
    expect((fault as ValueError).message).toContain(part);
    expect((fault as ValueError).message).not.toMatch(/\n|big\.js/);
  });
  test.each([
    "decimal('1e900000000') + decimal('1')",
    "decimal(inputs.huge) + decimal('1')",
    "decimal('1e30000000').round(2)",
    "string(decimal('1e200'))",
    "decimal('1e-101')",
    "decimal(1e300)",
    "decimal(inputs.long)",
    "decimal('1e150') * decimal('1e150')",
    "decimal('1e-60') * decimal('1e-60')",
    "decimal('1e150') / decimal('1e-100')",
    "decimal('9e199') + decimal('9e199')",
  ])("with a decimal of too many digits is refused at once: %s", (source) => {
    const many = { inputs: { huge: "1e900000000", long: "7".repeat(20_000) } };
    const workMs = startWorkTime();
    expect(() => evaluateText(`\${{ ${source} }}`, many)).toThrow(ValueError);
    expect(() => evaluateText(`\${{ ${source} }}`, many)).toThrow(
      "at most 200 digits before its point and 100 after it",
    );
    expect(workMs()).toBeLessThan(1_000);
  });
  test("with a decimal of as many digits as there may be has its value", () => {
    const text = `-${"9".repeat(200)}.${"9".repeat(100)}`;
    expect(evaluateText(`\${{ string(decimal('${text}')) }}`, {})).toBe(text);
    expect(evaluateText("${{ decimal('1e-50') * decimal('1e-50') }}", {})).toBe(`0.${"0".repeat(99)}1`);
  });
  test("whose work grows with the square of its lists is interrupted, and the limit is told", () => {
    const list = (mark: string) => Array.from({ length: 5_000 }, (_, index) => `name ${index}${mark}`);
    const text = "${{ inputs.a.filter(x, inputs.b.exists(y, y == x)) }}";
    const many = { inputs: { a: list(""), b: list("!") } };
    const refusal = "An expression cannot be worked out: it takes longer than 500 ms.";
    const workMs = startWorkTime();
    expect(() => evaluateText(text, many)).toThrow(new ValueError(refusal));
    expect(() => evaluateValue({ a: text, b: text, c: text }, many)).toThrow(new ValueError(refusal));
    expect(() => evaluateParts({ a: text, b: text, c: text }, () => many)).toThrow(new ValueError(refusal));
    expect(workMs()).toBeLessThan(10_000);
  });
  test.each([
    "contains(inputs.part)",
    "indexOf(inputs.part, 1)",
    "lastIndexOf(inputs.part)",
    "split(inputs.part)",
  ])("that looks for a long text in a longer one, which nothing can interrupt, is refused: %s", (search) => {
    const half = "a".repeat(50_000);
    const texts = { inputs: { text: "a".repeat(200_000), part: `${half}b${half}` } };
    const workMs = startWorkTime();
    expect(() => evaluateText(`\${{ inputs.text.${search} }}`, texts)).toThrow(
      "Looking for a text of 100001 characters in one of 200000 takes too long",
    );
    expect(() => evaluateText(`\${{ [1].map(n, inputs.text.${search}) }}`, texts)).toThrow("takes too long");
    expect(workMs()).toBeLessThan(1_000);
  });
  test.each<[string, Json]>([
    ["'abcabc'.contains('ca')", true],
    ["'abcabc'.indexOf('c')", 2],
    ["'abcabc'.indexOf('c', 3)", 5],
    ["'abcabc'.lastIndexOf('c')", 5],
    ["'abcabc'.lastIndexOf('c', 4)", 2],
    ["'abc'.indexOf('', 2)", 2],
    ["'a-b-c'.split('-')", ["a", "b", "c"]],
    ["'a-b-c'.split('-', 2)", ["a", "b-c"]],
    ["'a-b-c'.split('-', 0)", []],
    ["'a-b-c'.split('-', -1)", ["a", "b", "c"]],
    ["['ab', 'c'].filter(x, x.contains('b'))", ["ab"]],
  ])("that looks for a text finds it: %s", (source, value) => {
    expect(evaluateText(`\${{ ${source} }}`, {})).toEqual(value);
  });
  test("whose value holds one long text thousands of times is refused before it is written out", () => {
    const long = { inputs: { list: Array.from({ length: 5_000 }, () => 1), text: "x".repeat(200_000) } };
    expect(() => evaluateText("${{ inputs.list.map(n, inputs.text) }}", long)).toThrow(
      "more than 1000000 characters",
    );
  });
  test.each([
    ["'a\\u0000'", "`'a\\u0000'` gives a value that holds a NUL character."],
    ["inputs.face.substring(0, 1)", "holds half of a character"],
    ["{inputs.face.substring(0, 1): 1}", "holds half of a character"],
  ])("whose value no database can hold is told: %s", (source, words) => {
    expect(() => evaluateText(`\${{ ${source} }}`, { inputs: { face: "😀" } })).toThrow(words);
  });
  test("with a list of more than five thousand elements is refused before it is looked through", () => {
    const long = { inputs: { list: Array.from({ length: 5_001 }, () => 1) } };
    expect(() => evaluateText("${{ inputs.list.map(n, n) }}", long)).toThrow("too long");
  });
});

test("a value is worked out at every place, and what has no expression stays as it is", () => {
  const value = {
    a: "${{ inputs.count }}",
    b: ["x", "${{ index }}", 7, null, true],
    c: { d: "no ${{ index }}" },
  };
  expect(evaluateValue(value, names)).toEqual({ a: 3, b: ["x", 1, 7, null, true], c: { d: "no 1" } });
});

test("the parts of a step have each their own names, and a part without an expression stays as it is", () => {
  const parts = { a: "${{ index }}", b: "${{ index }}", c: { d: [1, "x"] } };
  expect(evaluateParts(parts, (part) => (part === "b" ? { index: 2 } : names))).toEqual({
    ...parts,
    a: 1,
    b: 2,
  });
  expect(evaluateParts({ c: parts.c }, () => names)).toEqual({ c: parts.c });
});

test.each([
  "{'a': 'b'}[secrets.KEY]",
  "bool(secrets.KEY) ? 'a' : 'b'",
  "duration(secrets.KEY)",
  "int(secrets.KEY)",
  "decimal(secrets.KEY)",
  "[secrets].map(s, timestamp(s.KEY))",
])("an error of %s quotes no secret", (expression) => {
  const attempt = () => evaluateText(`\${{ ${expression} }}`, { secrets: { KEY: "hunter2(+secret" } });
  expect(attempt).toThrow(/uses secrets and cannot be worked out/);
  expect(attempt).not.toThrow(/hunter2/);
});
