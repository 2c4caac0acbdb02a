import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { testsOf, titlesIn } from "./acceptance/find-tests";
import { readAcceptance } from "./acceptance/read-acceptance";

const root = fileURLToPath(new URL("..", import.meta.url));

test("docs/acceptance.md has a promise for every row, and every test that it names is there to be run", () => {
  const { rows, faults } = readAcceptance(readFileSync(`${root}/docs/acceptance.md`, "utf8"), testsOf(root));
  expect(faults).toEqual([]);
  expect(rows.filter(({ status }) => status === "held").length).toBeGreaterThan(100);
});

describe("a line that is wrong is named", () => {
  const faultsOf = (line: string) =>
    readAcceptance(line, () => false).faults.filter((fault) => !fault.startsWith("No promise stands"));

  test.each([
    ["- [ ] A1.1 It works.", "Line 1 is no promise: it begins with - [x] A1.1 or - [not yet] A1.1."],
    ["- [x] A1.1 It works.", "A1.1 is said to hold, and no test is named."],
    ["- [not yet] A1.1 It works. — a.test.ts › works", "A1.1 is not yet there, and a test is named."],
    ["- [x] A1.1 It works. — a.test.ts › works", "A1.1: a.test.ts has no test “works”, or it is skipped."],
    ["- [not yet] A1.1 It.\n- [not yet] A1.1 That.", "A1.1 stands there twice."],
  ])("%s", (line, fault) => {
    expect(faultsOf(line)).toContain(fault);
  });

  test("a row without a promise", () => {
    const { faults } = readAcceptance("- [not yet] A1.1 It works.", () => true);
    expect(faults).toHaveLength(59);
    expect(faults[0]).toBe("No promise stands for row A2.");
  });
});

test("skipped tests, those to do and those of a skipped group do not count", () => {
  const source = `
    test("runs", () => {});
    test.each([1, 2])("runs with %s", () => {});
    describe("group", () => { it("runs in a group", () => {}); });
    test.describe("pages", () => { test("runs on a page", () => {}); });
    test.skip("skipped", () => {});
    it.todo("to do");
    test.fixme("to mend", () => {});
    describe.skip("group", () => { test("skipped with its group", () => {}); });
    // test("in a comment", () => {});`;
  expect([...titlesIn(source, "a.test.ts")]).toEqual([
    "runs",
    "runs with %s",
    "runs in a group",
    "runs on a page",
  ]);
});

describe("a title that is a template", () => {
  const titles = titlesIn(
    `
    test(\`of 32 who decide one row one wins, in \${rounds} rounds\`, () => {});
    for (const tier of tiers) test(\`an L\${tier} write is rejected by \${taps} tap\`, () => {});
    test(\`without a placeholder\`, () => {});
    test(\`\${name}: \${field}\`, () => {});
    test.skip(\`of 32 who decide in \${rounds} rounds, skipped\`, () => {});
    describe.skip("group", () => { test(\`skipped with its group in \${rounds} rounds\`, () => {}); });`,
    "a.test.ts",
  );

  test("is named with … for each of its parts that vary, and with every other word as it stands", () => {
    expect([...titles]).toEqual([
      "of 32 who decide one row one wins, in … rounds",
      "an L… write is rejected by … tap",
      "without a placeholder",
    ]);
  });

  test.each([
    ["a changed word", "of 32 who decide one row two win, in … rounds"],
    ["a part left out", "of 32 who decide one row one wins"],
    ["a value in place of the …", "of 32 who decide one row one wins, in 8 rounds"],
    ["one … that stands for more than one part", "an L… tap"],
    ["no fixed part of some length", "…: …"],
    ["a skipped test", "of 32 who decide in … rounds, skipped"],
    ["a test of a skipped group", "skipped with its group in … rounds"],
  ])("is not found with %s", (_, title) => {
    expect(titles.has(title)).toBe(false);
  });
});
