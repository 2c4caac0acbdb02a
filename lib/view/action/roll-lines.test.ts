import { describe, expect, test } from "vitest";
import type { LineView } from "@/lib/contract/actions/lines";
import { firstOrderOf, IN_ORDER, inLineOrder, movesMuch, subtotalsOf, totalOf } from "./roll-lines";

const line = (line_no: number, party: string | null, cents: number | null, percent: string | null) =>
  ({
    line_no,
    subject: `Item ${line_no % 3}`,
    party,
    impact_cents: cents,
    changes: [{ delta_percent: percent }],
    push: null,
  }) as unknown as LineView;

const lines = [
  line(1, "Ann", 500, "1.5"),
  line(2, "Bo", -90_000, "-5.0001"),
  line(3, "Ann", null, "5"),
  line(4, null, 10, null),
  line(5, "Bo", 700, "12"),
];
const numbers = (some: readonly LineView[]) => some.map(({ line_no: number }) => number);

describe("the lines of a roll", () => {
  test("stand in the order of each column, figures by their size and unknown ones before the largest", () => {
    const by = (column: Parameters<typeof firstOrderOf>[0]) =>
      numbers(inLineOrder(lines, firstOrderOf(column)));
    expect(by("line")).toEqual([1, 2, 3, 4, 5]);
    expect(by("name")).toEqual([3, 1, 4, 2, 5]);
    expect(by("party")).toEqual([4, 1, 3, 2, 5]);
    expect(by("movement")).toEqual([4, 5, 2, 3, 1]);
    expect(by("impact")).toEqual([3, 2, 5, 1, 4]);
    expect(numbers(inLineOrder(lines, { column: "impact", falls: false }))).toEqual([4, 1, 5, 2, 3]);
    expect(numbers(inLineOrder(lines.toReversed(), IN_ORDER))).toEqual([1, 2, 3, 4, 5]);
  });

  test("move much over 5 percent, either way, and where the movement is not known", () => {
    expect(numbers(lines.filter(movesMuch))).toEqual([2, 4, 5]);
  });
});

describe("subtotals", () => {
  test("hold every line once, with the known worth, the lines without one and the mean movement", () => {
    expect(subtotalsOf(lines)).toEqual([
      { party: "Bo", lines: 2, cents: -89_300, unknown: 0, movement: "3.4999" },
      { party: "Ann", lines: 2, cents: 500, unknown: 1, movement: "3.2500" },
      { party: null, lines: 1, cents: 10, unknown: 0, movement: null },
    ]);
    expect(totalOf(lines)).toEqual({ party: null, lines: 5, cents: -88_790, unknown: 1, movement: "3.3749" });
  });

  test("say that nothing is known instead of zero", () => {
    expect(totalOf([line(1, "Ann", null, null)])).toMatchObject({ cents: null, unknown: 1, movement: null });
  });
});
