import { expect, test } from "vitest";
import { labelLengthMax, labelsPerRunMax } from "../limits";
import { runLabels } from "./run-labels";

test("plain fields of the event's data are labels, in their order", () => {
  const data = { tenant_id: 1, mark: "a=b", done: false, none: null, list: [1], inner: { id: 2 } };
  expect(runLabels({ name: "n", data })).toEqual(["tenant_id=1", "mark=a=b", "done=false"]);
});

test("texts that no index could hold are left out, and so is everything beyond the limit", () => {
  const texts = { long: "x".repeat(labelLengthMax), nul: "a\0", half: "\ud800", short: "x" };
  expect(runLabels({ data: texts })).toEqual(["short=x"]);
  const many = Object.fromEntries(Array.from({ length: labelsPerRunMax + 5 }, (_, at) => [`f${at}`, at]));
  expect(runLabels({ data: many })).toHaveLength(labelsPerRunMax);
});

test("an event without data has no labels", () => {
  for (const event of [null, "text", {}, { data: null }, { data: 7 }]) expect(runLabels(event)).toEqual([]);
});
