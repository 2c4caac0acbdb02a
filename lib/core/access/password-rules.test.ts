import { expect, test } from "vitest";
import { findPasswordFault } from "./password-rules";

const mike = { name: "Mike Ortiz", email: "m.ortiz@acme.example" };

test.each([
  "correct horse battery",
  "Tr4ktor-im-Regen",
  "ünïcode ist auch gut",
  "my password is a long sentence",
])("%s is good enough", (password) => {
  expect(findPasswordFault(password, mike)).toBeNull();
});

test.each([
  ["short words", "at least 12"],
  ["aaaaaaaaaaaaaaaa", "over and over"],
  ["abcabcabcabcabc", "over and over"],
  ["abcd".repeat(5), "over and over"],
  ["ORTIZ and the horse", "name or address"],
  ["see m.ortiz run far", "name or address"],
  ["Password12345", "everybody knows"],
  ["qwerty-2026-!", "everybody knows"],
])("%s is refused: %s", (password, words) => {
  expect(findPasswordFault(password, mike)).toContain(words);
});

test("a name of two letters forbids nothing", () => {
  expect(findPasswordFault("lots of bo in here", { name: "Bo Li", email: "bo@acme.example" })).toBeNull();
});
