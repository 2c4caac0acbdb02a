/** How many rows each chapter of the requirements has: A, the lifecycle, has A1 to A15. */
const rowsOfChapters = { A: 15, B: 7, C: 11, D: 13, E: 10, F: 4 } as const;

export interface Promised {
  /** "A4.1": the first promise of row A4. */
  id: string;
  row: string;
  sentence: string;
  status: "held" | "not_yet";
  tests: { file: string; title: string }[];
}

const linePattern = /^- \[(x|not yet)\] ([A-F]\d+)\.(\d+) (.+)$/;

/** Says of a test whether its file has it, to be run: not skipped, not to do. */
export type HasTest = (test: { file: string; title: string }) => boolean;

/**
 * Reads docs/acceptance.md: a line for each promise, `- [x] A4.1 sentence — file › title` or `- [not yet] A4.2 sentence`,
 * with more tests after further dashes. `faults` says in a sentence each what is wrong; empty: every row has a promise, and
 * every promise that is said to hold has a test.
 */
export function readAcceptance(text: string, hasTest: HasTest): { rows: Promised[]; faults: string[] } {
  const faults: string[] = [];
  const rows: Promised[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (!line.startsWith("- [")) continue;
    const [, mark, row, , rest] = linePattern.exec(line) ?? [];
    if (!mark || !row || !rest) {
      faults.push(`Line ${index + 1} is no promise: it begins with - [x] A1.1 or - [not yet] A1.1.`);
      continue;
    }
    const id = /[A-F]\d+\.\d+/.exec(line)![0];
    const [sentence = "", ...named] = rest.split(" — ");
    const tests = named.map((name) => {
      const [file = "", ...title] = name.split(" › ");
      return { file, title: title.join(" › ") };
    });
    if (rows.some((earlier) => earlier.id === id)) faults.push(`${id} stands there twice.`);
    if (mark === "x" && tests.length === 0) faults.push(`${id} is said to hold, and no test is named.`);
    if (mark !== "x" && tests.length > 0) faults.push(`${id} is not yet there, and a test is named.`);
    for (const test of tests)
      if (!hasTest(test)) faults.push(`${id}: ${test.file} has no test “${test.title}”, or it is skipped.`);
    rows.push({ id, row, sentence, status: mark === "x" ? "held" : "not_yet", tests });
  }
  for (const [chapter, count] of Object.entries(rowsOfChapters))
    for (let number = 1; number <= count; number += 1)
      if (!rows.some(({ row }) => row === `${chapter}${number}`))
        faults.push(`No promise stands for row ${chapter}${number}.`);
  return { rows, faults };
}
