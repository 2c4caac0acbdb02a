import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RUN_TRANSITIONS, STEP_TRANSITIONS } from "./run";

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
