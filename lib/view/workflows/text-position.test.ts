import { expect, test } from "vitest";
import { lineCountOf, nameIn, offsetOf } from "./text-position";

const text = "workflow: hello\nsteps:\n  - id: hi";

test("a line and a column are found in the text", () => {
  expect(text.slice(offsetOf(text, 1, 11))).toMatch(/^hello/);
  expect(text.slice(offsetOf(text, 3, 5))).toBe("id: hi");
});

test("a place beyond the text is the nearest one within it", () => {
  expect(offsetOf(text, 9, 1)).toBe(offsetOf(text, 3, 1));
  expect(offsetOf(text, 2, 99)).toBe(offsetOf(text, 2, 7));
});

test("an empty text has one line", () => {
  expect(lineCountOf("")).toBe(1);
  expect(lineCountOf(text)).toBe(3);
});

test("the name of the workflow is read from its text, quoted or not", () => {
  expect(nameIn(text)).toBe("hello");
  expect(nameIn('# a remark\nworkflow: "bid-repricing"\n')).toBe("bid-repricing");
  expect(nameIn("steps: []")).toBeNull();
});
