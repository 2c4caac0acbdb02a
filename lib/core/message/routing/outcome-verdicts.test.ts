import { describe, expect, test } from "vitest";
import { type Decider, outcomeVerdicts, wantsOutcomes } from "./outcome-verdicts";

const now = new Date("2026-01-10T03:00:00Z");
const mail = (isPreferred: boolean) => ({ kind: "email" as const, accountId: 1, isPreferred });
const slack = (isPreferred: boolean) => ({ kind: "slack" as const, accountId: 2, isPreferred });
const decider = (more: Partial<Decider> = {}): Decider => ({
  userId: 1,
  name: "Ana",
  approved: true,
  seesContent: true,
  dismissed: false,
  quietHours: null,
  reach: [mail(true), slack(false)],
  ...more,
});
const asleep = { timeZone: "UTC", from: 22 * 60, until: 7 * 60 };
const verdict = (more: Partial<Decider>, tier = 3) =>
  outcomeVerdicts({ kind: "stale", tier }, [decider(more)], now)[0]!;

describe("whoever decided", () => {
  test("is told now by the channels that they chose, and by no rule", () => {
    expect(verdict({})).toEqual({
      userId: 1,
      name: "Ana",
      at: now,
      by: [mail(true)],
      urgent: false,
      digestOn: null,
      byRule: false,
      why: "Approved it, and it went stale",
    });
  });
  test.each([1, 2, 3])("in quiet hours is told at their end of L%i", (tier) => {
    expect(verdict({ quietHours: asleep }, tier)).toMatchObject({
      at: new Date("2026-01-10T07:00:00Z"),
      urgent: false,
    });
  });
  test.each([4, 5])("in quiet hours is told at once of L%i", (tier) => {
    expect(verdict({ quietHours: asleep }, tier)).toMatchObject({ at: now, urgent: true });
  });
  test.each([
    ["They may no longer see it", { seesContent: false }],
    ["They have seen it in the app", { dismissed: true }],
    ["No channel reaches them", { reach: [] }],
    ["They chose not to hear of it", { reach: [mail(false)] }],
  ])("is not told, and reads why: %s", (why, more) => {
    expect(verdict(more)).toMatchObject({ at: null, by: [], why: `Approved it, and it went stale. ${why}` });
  });
});

test.each([
  ["who chose nothing", null, true],
  ["who hears of questions", { questions: true, tierMin: null, outcomes: null }, true],
  ["who hears of a tier", { questions: false, tierMin: 2, outcomes: null }, true],
  ["who turned everything off", { questions: false, tierMin: null, outcomes: null }, false],
  ["who said no", { questions: true, tierMin: 1, outcomes: false }, false],
  ["who wants nothing else", { questions: false, tierMin: null, outcomes: true }, true],
] as const)("a person %s is told of outcomes or not", (_, preference, wants) => {
  expect(wantsOutcomes(preference)).toBe(wants);
});
