import { expect, test } from "vitest";
import { draftOf, editOf, isMistyped, isWritten, reduceDraft } from "./edit-draft";

const variable = {
  changes: [
    { field: "price", label: "price", kind: "money" as const, to: "1.48" },
    { field: "note", label: "note", kind: "text" as const, to: null },
  ],
  texts: [{ key: "memo", value: "Counted twice" }],
};
const start = draftOf(variable);

test("a draft begins with the proposal's own values, and is no edit yet", () => {
  expect(start).toEqual({ values: ["1.48", ""], texts: ["Counted twice"] });
  expect(editOf(variable, start)).toBeNull();
});

test("a keystroke changes its own value alone, and never the draft before it", () => {
  const next = reduceDraft(start, { part: "values", index: 0, text: "1.5" });
  expect(next).toEqual({ values: ["1.5", ""], texts: ["Counted twice"] });
  expect(start.values).toEqual(["1.48", ""]);
});

test("an edit names the values that differ, trimmed, and removes an emptied text", () => {
  const typed = reduceDraft(start, { part: "values", index: 0, text: " 1.5 " });
  const emptied = reduceDraft(typed, { part: "texts", index: 0, text: "  " });
  expect(editOf(variable, emptied)).toEqual({
    changes: [{ field: "price", to: "1.5" }],
    context: { memo: null },
  });
});

test("a value that was typed back is no edit", () => {
  const away = reduceDraft(start, { part: "values", index: 0, text: "1.5" });
  expect(editOf(variable, reduceDraft(away, { part: "values", index: 0, text: "1.48" }))).toBeNull();
});

test.each([
  ["1.48", false],
  ["-.5", false],
  ["", false],
  ["1,5", true],
  ["abc", true],
])("the figure %j is mistyped: %s", (value, wrong) => {
  expect(isMistyped("money", value)).toBe(wrong);
  expect(isMistyped("text", value)).toBe(false);
});

test("a draft with an empty or a mistyped figure is not written out; an empty text is", () => {
  expect(isWritten(variable, start)).toBe(true);
  expect(isWritten(variable, reduceDraft(start, { part: "values", index: 0, text: "" }))).toBe(false);
  expect(isWritten(variable, reduceDraft(start, { part: "values", index: 0, text: "x" }))).toBe(false);
});
