import { expect, test } from "vitest";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { relatedActionWords } from "./related-actions";
import { repeatWarning, twinWarning } from "./twin";

const conflict = (id: number) => ({
  id,
  agent: "pricer",
  author: null,
  words: `#${id} by pricer asks for $2`,
});
const words = (twinId: number | null, ids: number[]) => {
  const same_write = twinId === null ? null : { id: twinId, words: twinWarning(twinId) };
  return relatedActionWords({ same_write, conflicts_with: ids.map(conflict) } as Pick<
    ActionSummary,
    "same_write" | "conflicts_with"
  >);
};

test("one line names the first other action, and counts the rest: a twin hides no conflict", () => {
  expect(words(null, [])).toBeNull();
  expect(words(null, [5])).toBe("#5 by pricer asks for $2");
  expect(words(null, [5, 6, 7])).toBe("#5 by pricer asks for $2 (and 2 more)");
  expect(words(4, [5])).toMatch(/^The same write also waits as #4.* \(and 1 more\)$/);
});

test("the warning of a write that was approved fits where that of a twin stood", () => {
  expect(repeatWarning(8_421).length).toBeLessThanOrEqual(twinWarning(8_421).length);
});
