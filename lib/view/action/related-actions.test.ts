import { expect, test } from "vitest";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { relatedActionWords } from "./related-actions";

const conflict = (id: number) => ({
  id,
  agent: "pricer",
  author: null,
  words: `#${id} by pricer asks for $2`,
});
const words = (twin_id: number | null, ids: number[]) =>
  relatedActionWords({ twin_id, conflicts_with: ids.map(conflict) } as Pick<
    ActionSummary,
    "twin_id" | "conflicts_with"
  >);

test("one line names the first other action, and counts the rest: a twin hides no conflict", () => {
  expect(words(null, [])).toBeNull();
  expect(words(null, [5])).toBe("#5 by pricer asks for $2");
  expect(words(null, [5, 6, 7])).toBe("#5 by pricer asks for $2 (and 2 more)");
  expect(words(4, [5])).toMatch(/^The same write also waits as #4.* \(and 1 more\)$/);
});
