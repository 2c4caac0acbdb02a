import { expect, test } from "vitest";
import { draftAt, keepDraft } from "./reason-drafts";

test("a reason is kept until it is emptied, each under its own key", () => {
  keepDraft("1", "They paid");
  keepDraft("2", "Not now");
  expect([draftAt("1"), draftAt("2"), draftAt("3")]).toEqual(["They paid", "Not now", ""]);
  keepDraft("1", "  ");
  expect([draftAt("1"), draftAt("2")]).toEqual(["", "Not now"]);
});

test("the oldest of too many gives way, and one that is typed on is the newest", () => {
  for (let key = 0; key < 50; key += 1) keepDraft(`many-${key}`, "x");
  keepDraft("many-0", "xy");
  keepDraft("one more", "x");
  expect(draftAt("many-0")).toBe("xy");
  expect(draftAt("many-1")).toBe("");
});
