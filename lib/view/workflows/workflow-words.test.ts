import { expect, test } from "vitest";
import { byWorkspace, inForceOf, newerOf, standingOf } from "./workflow-words";

const latest = { version_id: 13, number: 3 };
const published = {
  number: 1,
  version_id: 12,
  version_number: 2,
  note: "why",
  by: "Ana",
  at: "2026-11-27T10:00:00.000Z",
  genuine: true,
};

test("a workflow is in force, withdrawn, never published, or published past the app", () => {
  const titleOf = (publication: typeof published | null | object) =>
    standingOf({ latest, publication: publication as typeof published | null }).title;
  expect(titleOf(published)).toBe("version 2 in force");
  expect(titleOf({ ...published, version_id: null, version_number: null })).toBe("withdrawn");
  expect(titleOf(null)).toBe("not in force");
  expect(titleOf({ ...published, genuine: false })).toBe("not published here");
});

test("a publication that the app did not make puts nothing in force", () => {
  expect(inForceOf({ latest, publication: { ...published, genuine: false } })).toBeNull();
});

test("the newest version is named where another one is in force, or none", () => {
  expect(newerOf({ latest, publication: published })).toBe(3);
  expect(newerOf({ latest, publication: null })).toBe(3);
  expect(newerOf({ latest: { ...latest, number: 2 }, publication: published })).toBeNull();
});

test("workflows stand by workspace, each in the order of its name", () => {
  const one = (workspace: string, name: string) => ({ workspace, name });
  const grouped = byWorkspace([one("sales", "b"), one("general", "z"), one("sales", "a")]);
  expect(grouped.map(([workspace, all]) => [workspace, all.map(({ name }) => name)])).toEqual([
    ["general", ["z"]],
    ["sales", ["a", "b"]],
  ]);
});
