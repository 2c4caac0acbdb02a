import { expect, test } from "vitest";
import { conflictInBulkWords } from "./bulk-conflict";

test("the others of a selection are named up to three, and the rest is counted", () => {
  const others = [4, 5, 6, 7, 8];
  const words = [0, 1, 2, 3, 4, 5].map(
    (count) => conflictInBulkWords(others.slice(0, count))?.split(" of the same")[0],
  );
  expect(words).toEqual([
    undefined,
    "#4",
    "#4 and #5",
    "#4, #5 and #6",
    "#4, #5, #6 and 1 more",
    "#4, #5, #6 and 2 more",
  ]);
  const full = Array.from({ length: 20 }, (_, at) => at + 4);
  expect(conflictInBulkWords(full)).toMatch(/^#4, #5, #6 and more of the same selection ask /);
  expect(conflictInBulkWords(full.slice(1))).toMatch(/^#5, #6, #7 and 16 more of /);
});
