import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RUN_STATUSES, RUN_TRANSITIONS, STEP_STATUSES, STEP_TRANSITIONS, stepDelayMs } from "./run";

/** The arrows of each picture in run.ts, `from>to`, those of a group for each of its members. */
const pictures = readFileSync("lib/core/run/run.ts", "utf8")
  .split("```mermaid")
  .slice(1)
  .map((text) => arrowsOf(text.split("```")[0]!));

function arrowsOf(picture: string): string[] {
  const groups = new Map(
    [...picture.matchAll(/state (\w+) \{([^}]*)\}/g)].map(([, name, inner]) => [
      name!,
      [...inner!.matchAll(/^ \* +(\w+)/gm)].map(([, member]) => member!),
    ]),
  );
  const members = (name: string) => groups.get(name) ?? [name];
  return [...picture.matchAll(/(\w+) --> (\w+)/g)]
    .flatMap(([, from, to]) => members(from!).flatMap((one) => members(to!).map((other) => [one, other])))
    .filter(([from, to]) => from !== to)
    .map((arrow) => arrow.join(">"));
}
const movesOf = (table: Record<string, readonly string[]>) =>
  Object.entries(table).flatMap(([from, all]) => all.map((to) => `${from}>${to}`));

test.each([
  ["a run", 0, RUN_TRANSITIONS],
  ["a step", 1, STEP_TRANSITIONS],
])("the picture of %s has the arrows of its table, and no others", (_, index, table) => {
  expect(pictures[index]!.toSorted()).toEqual(movesOf(table).toSorted());
});

test("every status has its way in the tables, and every status reaches an end", () => {
  expect(Object.keys(RUN_TRANSITIONS)).toEqual([...RUN_STATUSES]);
  expect(Object.keys(STEP_TRANSITIONS)).toEqual([...STEP_STATUSES]);
  expect(STEP_TRANSITIONS.running).toContain("ready");
  expect(STEP_TRANSITIONS.failed_retryable).toContain("ready");
  expect(RUN_TRANSITIONS.succeeded).toEqual([]);
});

test("a step is tried again after 5 s, 30 s, 2 min and 10 min, a little more by chance, until its attempts are over", () => {
  expect([1, 2, 3, 4, 5, 9].map((failures) => stepDelayMs(failures, 10, 0))).toEqual([
    5_000, 30_000, 120_000, 600_000, 600_000, 600_000,
  ]);
  expect(stepDelayMs(1, 5, 0.999)).toBeLessThanOrEqual(6_000);
  expect(stepDelayMs(5, 5, 0)).toBeNull();
});
