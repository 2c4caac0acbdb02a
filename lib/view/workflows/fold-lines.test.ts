import { expect, test } from "vitest";
import { foldLines } from "./fold-lines";

const line = (kind: "same" | "added" | "removed", at: number) => ({
  kind,
  from_line: at,
  to_line: at,
  text: `${at}`,
});
const lines = Array.from({ length: 20 }, (_, at) => line(at === 10 ? "added" : "same", at));

test("changed lines keep three equal ones around them, and the rest is counted", () => {
  const folded = foldLines(lines);
  expect(folded.map((one) => (one.kind === "left_out" ? one.count : one.text))).toEqual([
    7,
    "7",
    "8",
    "9",
    "10",
    "11",
    "12",
    "13",
    6,
  ]);
});

test("of equal texts every line is left out", () => {
  expect(foldLines(lines.filter(({ kind }) => kind === "same"))).toEqual([{ kind: "left_out", count: 19 }]);
});
