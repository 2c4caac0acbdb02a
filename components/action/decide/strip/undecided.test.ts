import { expect, test } from "vitest";
import type { Answer } from "@/components/action/decide/outcome";
import type { Tone } from "@/lib/view/words";
import {
  type DecisionAnswer,
  firstUndecided,
  type UndecidedMap,
  withAnswer,
  withoutAction,
} from "./undecided";

const answered = (tone: Tone, more: Partial<DecisionAnswer> = {}): DecisionAnswer => ({
  decision: "approve",
  answer: { code: "any", tone, text: "Any.", leaves: false } satisfies Answer,
  by: "viewer",
  ...more,
});
const none: UndecidedMap = new Map();

test("an answer is kept where it was not taken, came from somebody faster or did not come", () => {
  for (const kept of [answered("warn"), answered("bad"), answered("neutral", { by: "others" })])
    expect(withAnswer(none, 1, kept).get(1)).toBe(kept);
  for (const taken of [answered("good"), answered("neutral", { decision: "reject" })])
    expect(withAnswer(none, 1, taken)).toBe(none);
});

test("a second try that is taken ends it, and so does a look at it", () => {
  const one = withAnswer(none, 1, answered("bad"));
  expect(withAnswer(one, 1, answered("good")).size).toBe(0);
  expect(withoutAction(one, 1).size).toBe(0);
  expect(withoutAction(one, 2), "the very same").toBe(one);
});

test("the strip leads to the oldest and counts them all", () => {
  expect(firstUndecided(none)).toBeNull();
  const one = withAnswer(none, 8, answered("bad", { decision: "reject" }));
  expect(firstUndecided(one)).toEqual({ id: 8, words: "#8 not rejected", why: "#8: Any." });
  const two = withAnswer(one, 3, answered("warn"));
  expect(firstUndecided(two)).toMatchObject({ id: 8, words: "2 not decided" });
  expect(firstUndecided(withoutAction(two, 8))).toMatchObject({ id: 3, words: "#3 not approved" });
});
