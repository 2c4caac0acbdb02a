import { expect, test } from "vitest";
import { isTurnedAway, standingOfText } from "./text-standing";

const at = { line: 1, column: 1, code: "unknown_tool", message: "no" };
const answer = (...errors: (typeof at)[]) => ({
  ok: true as const,
  result: { ok: errors.length === 0, errors, warnings: [] as (typeof at)[], hash: null },
});
const refused = (code: string) => ({
  ok: false as const,
  problem: { type: "", title: "", status: 429, code, detail: "Sign in again." },
});
const of = (more: Partial<Parameters<typeof standingOfText>[0]>) =>
  standingOfText({ isEmpty: false, answered: undefined, isOld: false, isLost: false, ...more });

test("a text without faults and one with some say so", () => {
  expect(of({ answered: answer() })).toMatchObject({ kind: "faultless" });
  expect(of({ answered: answer(at) })).toEqual({ kind: "faulty", words: "It has 1 fault." });
  expect(of({ answered: answer(at, at) }).words).toBe("It has 2 faults.");
});

test("a text that this installation cannot run is without faults, and says that it cannot be published", () => {
  const answered = answer();
  answered.result.warnings.push(at);
  expect(of({ answered })).toEqual({
    kind: "faultless",
    words: "It has no faults. It cannot be published here yet.",
  });
});

test("the answer about an earlier text never counts for this one", () => {
  expect(of({ answered: answer(), isOld: true }).kind).toBe("checking");
  expect(of({}).kind).toBe("checking");
});

test("an empty text, a lost answer and a refusal are no verdict", () => {
  expect(of({ isEmpty: true }).kind).toBe("empty");
  expect(of({ isLost: true }).kind).toBe("unchecked");
  expect(of({ answered: refused("unauthenticated") })).toEqual({
    kind: "unchecked",
    words: "Sign in again.",
  });
});

test("whoever checks too often is told, and checked again", () => {
  expect(isTurnedAway(refused("rate_limited"))).toBe(true);
  expect(isTurnedAway(refused("unauthenticated"))).toBe(false);
  expect(isTurnedAway(answer())).toBe(false);
  expect(of({ answered: refused("rate_limited") }).words).toMatch(/again in a moment/);
});
