import { expect, test } from "vitest";
import { inputFieldsOf, readInput, readInputs } from "./input-form";

const schema = {
  type: "object",
  required: ["share", "floor", "count"],
  properties: {
    floor: { type: "string", description: "The lowest margin" },
    count: { type: "integer", default: 3 },
    share: { type: "number", title: "Share of the price" },
    urgent: { type: "boolean" },
    region: { enum: ["east", "west", 7] },
    lines: { type: "array", items: { type: "object" } },
    odd: true,
  },
};
const fields = inputFieldsOf(schema);
const field = (name: string) => fields.find((one) => one.name === name)!;

test("an input says what it is for, how it is written and whether it may be left empty", () => {
  expect(field("floor").hint).toBe("The lowest margin.");
  expect(field("lines").hint).toBe("As JSON. It may be left empty.");
  expect(field("share").hint).toBeUndefined();
});

test("each kind of input has a field of its own, and all others are JSON text", () => {
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ["share", "number"],
    ["floor", "text"],
    ["count", "integer"],
    ["urgent", "choice"],
    ["region", "choice"],
    ["lines", "json"],
    ["odd", "json"],
  ]);
  expect(field("region").options.map(({ name }) => name)).toEqual(["east", "west", "7"]);
  expect(field("share").label).toBe("Share of the price");
});

test("an input with a default is not needed, and the default stands in its field", () => {
  expect(field("floor").isNeeded).toBe(true);
  expect(field("count")).toMatchObject({ isNeeded: false, first: "3", hint: "Left empty it is 3." });
});

test.each([
  ["floor", " 0.12", " 0.12"],
  ["count", "12", 12],
  ["share", "-.5", -0.5],
  ["urgent", "false", false],
  ["region", "7", 7],
  ["lines", '[{"sku": "1"}]', [{ sku: "1" }]],
  ["urgent", "", undefined],
])("%s typed as %j is sent as its value", (name, typed, value) => {
  expect(readInput(field(name), typed)).toEqual({ value, error: null });
});

test.each([
  ["floor", "", "This input is needed."],
  ["count", "1.5", "A whole number."],
  ["count", "9007199254740993", "A whole number."],
  ["share", "a", "A number, such as 0.12."],
  ["lines", "[", /^This is no JSON/],
])("%s typed as %j is refused with words", (name, typed, words) => {
  expect(readInput(field(name), typed).error).toMatch(words);
});

test("what is left empty is left out, and one fault sends nothing", () => {
  expect(readInputs(fields, { floor: "0.1", share: "1" })).toEqual({ floor: "0.1", share: 1, count: 3 });
  expect(readInputs(fields, { floor: "0.1", share: "1", count: "" })).toEqual({
    floor: "0.1",
    share: 1,
  });
  expect(readInputs(fields, {})).toBeNull();
  expect(inputFieldsOf(null)).toEqual([]);
});
