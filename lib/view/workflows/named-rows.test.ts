import { expect, test } from "vitest";
import { namedRowsOf } from "./named-rows";

const set = (name: string) => ({ name, by: "Ana", at: "2026-11-27T10:00:00.000Z" });

test("a name that the version names is listed whether it is set or not, and one that it does not name behind it", () => {
  const rows = namedRowsOf(["NEW_KEY", "KEY"], [set("KEY"), set("OLD_KEY")]);
  expect(rows.map(({ name, set: by, isNamed }) => [name, by !== null, isNamed])).toEqual([
    ["NEW_KEY", false, true],
    ["KEY", true, true],
    ["OLD_KEY", true, false],
  ]);
});
