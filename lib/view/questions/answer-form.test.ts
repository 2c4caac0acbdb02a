import { expect, test } from "vitest";
import { type AnswerField, answerFieldOf } from "./answer-form";
import { draftOf, leavesOf, readAnswer } from "./read-answer";

const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const form = (schema: object) => answerFieldOf(schema as Record<string, unknown>, null);
const kindsOf = (field: AnswerField) =>
  Object.fromEntries(leavesOf(field).map(({ path, kind }) => [path, kind]));

test("each part of a schema has the field that fits it, and whatever has none is typed as JSON", () => {
  const field = form(
    object({
      name: { type: "string" },
      why: { type: "string", maxLength: 2_000 },
      count: { type: "integer" },
      amount: { type: "number" },
      paid: { type: "boolean" },
      size: { enum: ["S", "M"] },
      on: { type: "string", format: "date" },
      days: { type: "array", items: { enum: ["Mon", "Tue"] } },
      to: object({ city: { type: "string" } }),
      rows: { type: "array", items: object({ a: { type: "string" } }) },
      either: { oneOf: [{ type: "string" }, { type: "number" }] },
      anything: {},
    }),
  );
  expect(kindsOf(field)).toEqual({
    "response.name": "text",
    "response.why": "long_text",
    "response.count": "integer",
    "response.amount": "number",
    "response.paid": "choice",
    "response.size": "choice",
    "response.on": "date",
    "response.days": "choices",
    "response.to.city": "text",
    "response.rows": "json",
    "response.either": "json",
    "response.anything": "json",
  });
});

test("required parts come first and in the order in which they are named, and have the words of their schema", () => {
  const field = form(
    object({ a: { type: "string" }, amount_cents: { type: "integer" }, b: { title: "Bee" } }, [
      "b",
      "amount_cents",
    ]),
  );
  expect(field.fields.map(({ label, isNeeded }) => [label, isNeeded])).toEqual([
    ["Bee", true],
    ["Amount cents", true],
    ["A", false],
  ]);
});

test("the bounds of a number are said beside its field", () => {
  const ranges = (schema: object) => form(schema).range;
  expect(ranges({ type: "number", minimum: 0, maximum: 5_000 })).toBe("From 0 to 5000.");
  expect(ranges({ type: "integer", minimum: 1 })).toBe("At least 1.");
  expect(ranges({ type: "number", maximum: 9 })).toBe("At most 9.");
  expect(ranges({ type: "string", minimum: 1 })).toBeNull();
});

test("a schema with too many parts, too deep ones, or a dot in a name is answered as JSON", () => {
  const many = Object.fromEntries(
    Array.from({ length: 80 }, (_, index) => [`p${index}`, { type: "string" }]),
  );
  expect(form(object(many)).kind).toBe("json");
  expect(form(object({ "a.b": { type: "string" } })).kind).toBe("json");
  let deep: object = { type: "string" };
  for (let level = 0; level < 6; level++) deep = object({ in: deep });
  expect(Object.values(kindsOf(form(deep)))).toEqual(["json"]);
});

const wanted = object(
  {
    count: { type: "integer" },
    amount: { type: "number" },
    paid: { type: "boolean" },
    days: { type: "array", items: { enum: ["Mon", "Tue"] } },
    to: object({ city: { type: "string" }, zip: { type: "string" } }, ["city"]),
    note: { type: "string" },
  },
  ["count", "amount", "paid"],
);
const typed = {
  "response.count": " 12 ",
  "response.amount": "1250.50",
  "response.paid": "false",
  "response.days": JSON.stringify(['"Mon"']),
  "response.to.city": "Dallas",
};

test("the answer is made from what is typed; an empty part that is not required is left out", () => {
  expect(readAnswer(form(wanted), typed)).toEqual({
    value: { count: 12, amount: 1250.5, paid: false, days: ["Mon"], to: { city: "Dallas" } },
    issues: [],
  });
  const { "response.to.city": _city, ...less } = typed;
  expect(readAnswer(form(wanted), less).value).not.toHaveProperty("to");
});

test.each([
  ["nothing", {}, ["response.count", "response.amount", "response.paid"]],
  ["a decimal for a whole number", { ...typed, "response.count": "1.5" }, ["response.count"]],
  ["words for a number", { ...typed, "response.amount": "a lot" }, ["response.amount"]],
  [
    "more digits than a number keeps",
    { ...typed, "response.amount": "12345678901234567.1" },
    ["response.amount"],
  ],
  ["half of a group", { ...typed, "response.to.city": "", "response.to.zip": "75201" }, ["response.to.city"]],
])("%s is refused at the field's own path", (_, draft, paths) => {
  expect(readAnswer(form(wanted), draft).issues.map(({ path }) => path)).toEqual(paths);
});

test("a default stands in its field at first; emptied, the part is left out, or refused where it is needed", () => {
  const note = { type: "string", default: "Pay 1,000,000" };
  const emptied = { "response.note": "" };
  expect(readAnswer(form(object({ note })), {}).value).toEqual({ note: "Pay 1,000,000" });
  expect(readAnswer(form(object({ note, a: {} })), { ...emptied, "response.a": "1" }).value).toEqual({
    a: 1,
  });
  expect(readAnswer(form(object({ note }, ["note"])), emptied).issues).toEqual([
    { path: "response.note", message: "is needed" },
  ]);
});

test("JSON that is typed is read as it is, and refused where it is none or would lose digits", () => {
  expect(readAnswer(form({}), { response: '{"a": [1, null]}' }).value).toEqual({ a: [1, null] });
  expect(readAnswer(form({}), { response: "{a}" }).issues[0]!.message).toMatch(/^is no JSON/);
  expect(readAnswer(form({}), { response: "[12345678901234567]" }).issues).toHaveLength(1);
});

test("an answer that is corrected stands in its fields, and comes out of them as it was", () => {
  const field = form(wanted);
  const { value } = readAnswer(field, typed);
  expect(readAnswer(field, draftOf(field, value)).value).toEqual(value);
});

test("a property that is called like a part of every object is a property like any other", () => {
  const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as object;
  const { value } = readAnswer(form(schema), { "response.__proto__": "x" });
  expect(JSON.stringify(value)).toBe('{"__proto__":"x"}');
});

test("a selection has the labels of its options, one or several of them", () => {
  const options = [
    { value: "a", label: "Alpha" },
    { value: "b", label: "Beta" },
  ];
  const one = answerFieldOf({ enum: ["a", "b"] }, options);
  expect(one.options).toEqual([
    { value: '"a"', label: "Alpha" },
    { value: '"b"', label: "Beta" },
  ]);
  expect(readAnswer(one, { response: '"b"' }).value).toBe("b");
  expect(readAnswer(one, {}).issues).toEqual([{ path: "response", message: "is needed: choose one" }]);
  const several = answerFieldOf({ type: "array", items: { enum: ["a", "b"] } }, options);
  expect(readAnswer(several, { response: JSON.stringify(['"a"', '"b"']) }).value).toEqual(["a", "b"]);
});
