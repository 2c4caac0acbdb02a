import { describe, expect, test } from "vitest";
import {
  type GivenAnswer,
  type Question,
  areAnswersEnough,
  respondersAskedAfter,
  outcomeOf,
  placeOf,
  standingAnswers,
} from "./answers";

const people = [{ user_id: 1 }, { user_id: 2 }, { user_id: 3 }];
const question = (more: Partial<Question> = {}): Question => ({
  type: "input",
  responders: people,
  rule: "first",
  answersNeeded: 1,
  inOrder: false,
  asked: 3,
  ...more,
});
const given = (
  userId: number,
  value: unknown,
  place = userId,
): GivenAnswer & { answer: { value: unknown } } => ({
  userId,
  place,
  answer: { value },
});
const ana = { userId: 1, role: "approver" as const };

test("of each person the latest answer counts, and none that was taken back", () => {
  const rows = [given(1, "a"), given(2, "b"), given(1, "c"), { ...given(2, null), answer: null }];
  expect(standingAnswers(rows)).toEqual([given(1, "c")]);
});

describe("how many answers are enough", () => {
  test.each<[string, Partial<Question>, number[], boolean]>([
    ["first: none is not", {}, [], false],
    ["first: one is", {}, [2], true],
    ["all: two of three are not", { rule: "all" }, [1, 3], false],
    ["all: three of three are", { rule: "all" }, [1, 2, 3], true],
    ["n of m: one of two is not", { rule: "n_of_m", answersNeeded: 2 }, [3], false],
    ["n of m: two of two are", { rule: "n_of_m", answersNeeded: 2 }, [3, 1], true],
  ])("%s", (_title, more, by, expected) => {
    expect(
      areAnswersEnough(
        question(more),
        by.map((userId) => given(userId, "x")),
      ),
    ).toBe(expected);
  });

  test("one refusal ends an approval, whatever the rule, and is what it comes to", () => {
    const answers = [given(1, { approved: true }), given(2, { approved: false, comment: "no" })];
    for (const rule of ["all", "n_of_m"] as const) {
      const approval = question({ type: "approval", rule, answersNeeded: 3 });
      expect(areAnswersEnough(approval, answers.slice(0, 1))).toBe(false);
      expect(areAnswersEnough(approval, answers)).toBe(true);
    }
    expect(outcomeOf("approval", answers)).toEqual({ approved: false, comment: "no" });
  });
});

test("several answers come to the one that all of them give, or to none", () => {
  expect(outcomeOf("selection", [given(1, "a"), given(2, "a")])).toBe("a");
  expect(outcomeOf("selection", [given(1, "a"), given(2, "b")])).toBeNull();
  expect(outcomeOf("input", [given(1, { x: 1, y: 2 }), given(2, { y: 2, x: 1 })])).toEqual({ x: 1, y: 2 });
});

test("a chain asks the next one when those before have answered", () => {
  const chain = question({ rule: "all", inOrder: true, asked: 1 });
  expect(placeOf(chain, { userId: 2, role: "admin" }, [])).toBeNull();
  expect(placeOf(chain, ana, [])).toBe(1);
  expect(respondersAskedAfter(chain, [given(1, "x")])).toBe(2);
  expect(respondersAskedAfter({ ...chain, asked: 2 }, [given(1, "x")])).toBe(2);
  expect(
    respondersAskedAfter(
      { ...chain, asked: 3 },
      [1, 2, 3].map((id) => given(id, "x")),
    ),
  ).toBe(3);
});

test("a role is answered for by those who hold it and by admins, and by nobody else", () => {
  const forStewards = question({ responders: [{ role: "steward" }], asked: 1 });
  expect(placeOf(forStewards, { userId: 9, role: "steward" }, [])).toBe(1);
  expect(placeOf(forStewards, { userId: 9, role: "admin" }, [])).toBe(1);
  expect(placeOf(forStewards, { userId: 9, role: "approver" }, [])).toBeNull();
  expect(placeOf(forStewards, { userId: 9, role: "viewer" }, [])).toBeNull();
});
