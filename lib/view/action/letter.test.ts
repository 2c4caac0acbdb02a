import { expect, test } from "vitest";
import { orderedAs } from "./letter";

const order = ["to", "cc", "subject", "body"];
const read = (...fields: string[]) =>
  orderedAs(
    order,
    fields.map((field) => ({ field })),
  ).map(({ field }) => field);

test("a letter reads from its address to its text, whatever the order of its payload", () => {
  expect(read("body", "subject", "to")).toEqual(["to", "subject", "body"]);
});

test("no change is left out: one that the order does not name stands before the text", () => {
  expect(read("body", "extra", "to")).toEqual(["to", "extra", "body"]);
  expect(read("extra")).toEqual(["extra"]);
});
