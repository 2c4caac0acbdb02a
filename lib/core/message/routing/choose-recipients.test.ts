import { describe, expect, test } from "vitest";
import type { Role } from "@/lib/core/access/principal";
import type { RoutedPerson, RoutedSubject, Rule } from "./routing";
import { chooseRecipients } from "./choose-recipients";

const now = new Date("2026-01-10T12:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const mail = (isPreferred: boolean) => ({ kind: "email" as const, accountId: 1, isPreferred });
const slack = (isPreferred: boolean) => ({ kind: "slack" as const, accountId: 2, isPreferred });

let ids = 0;
function person(name: string, more: Partial<RoutedPerson> = {}): RoutedPerson {
  ids += 1;
  const role: Role = "approver";
  return {
    userId: ids,
    name,
    role,
    mayAct: true,
    reach: [mail(true)],
    quietHours: null,
    digest: { timeZone: "UTC", minute: 540, isChosen: false },
    away: null,
    ...more,
  };
}
const action: RoutedSubject = {
  about: "action",
  tier: 3,
  type: "ar_note",
  workspace: "sales",
  amountCents: -250_000,
  endsAt: minutes(600),
  chosenAt: null,
};
const question: RoutedSubject = {
  ...action,
  about: "question",
  tier: null,
  type: "input",
  amountCents: null,
};
const each = {
  about: "both",
  tier_min: null,
  tier_max: null,
  types: null,
  workspaces: null,
  amount_min: null,
  amount_max: null,
} as const;
function rule(more: Partial<Rule> = {}): Rule {
  return {
    name: "R",
    enabled: true,
    when: each,
    tell: [],
    order: "all_at_once",
    next_after_minutes: 15,
    escalate: null,
    by: null,
    through_quiet_hours: false,
    ...more,
  };
}
/** Each name with the minutes until they are told, and by which channels. */
function route(people: RoutedPerson[], subject: RoutedSubject, rules: Rule[] = []) {
  const { rule: matched, verdicts } = chooseRecipients({ rules, people, subject, now });
  const of = (name: string) => verdicts.find((one) => one.name === name)!;
  return {
    matched,
    of,
    told: Object.fromEntries(
      verdicts.flatMap(({ name, at }) =>
        at === null ? [] : [[name, (at.getTime() - now.getTime()) / 60_000]],
      ),
    ) as Record<string, number>,
    by: (name: string) => of(name).by.map(({ kind }) => kind),
    why: (name: string) => of(name).why,
  };
}
const quiet = { timeZone: "UTC", from: 11 * 60, until: 14 * 60 };
const away = (deputyUserId: number | null = null) => ({
  from: minutes(-10),
  until: minutes(60),
  deputyUserId,
});

describe("without a rule", () => {
  test("those are told who chose it, or whom a question asks, and it says why the others are not", () => {
    const people = [
      person("Ana"),
      person("Otto", { reach: [mail(false), slack(true)] }),
      person("Silent", { reach: [mail(false)] }),
      person("Unreached", { reach: [] }),
      person("Vera", { mayAct: false }),
    ];
    const routed = route(people, action);
    expect(routed.told).toEqual({ Ana: 0, Otto: 0 });
    expect(routed.by("Otto")).toEqual(["slack"]);
    expect(["Ana", "Silent", "Unreached", "Vera"].map(routed.why)).toEqual([
      "Chose to hear of L3",
      "Did not choose to hear of L3",
      "No channel reaches them",
      "May not decide it",
    ]);
    expect(["Ana", "Silent", "Vera"].map(route(people, question).why)).toEqual([
      "Is asked",
      "Chose not to hear of questions",
      "Is not asked",
    ]);
  });
  test("nobody is told of L5 that nobody chose to hear of", () => {
    expect(route([person("Ana", { reach: [mail(false)] })], { ...action, tier: 5 }).told).toEqual({});
  });
});

describe("a rule matches", () => {
  test.each<[string, Partial<Rule["when"]>, RoutedSubject, boolean]>([
    ["everything without limits", {}, action, true],
    ["questions alone", { about: "question" }, action, false],
    ["its tiers", { tier_min: 3, tier_max: 3 }, action, true],
    ["no lower tier", { tier_min: 4 }, action, false],
    ["no higher tier", { tier_max: 2 }, action, false],
    ["no question by a tier", { tier_min: 1 }, question, false],
    ["its types", { types: ["ar_note"] }, action, true],
    ["no other type", { types: ["bid_price"] }, action, false],
    ["its workspaces", { workspaces: ["sales"] }, action, true],
    ["nothing without a workspace", { workspaces: ["sales"] }, { ...action, workspace: null }, false],
    ["an amount of either sign", { amount_min: 2_500, amount_max: 2_500 }, action, true],
    ["no smaller amount", { amount_min: 2_500.01 }, action, false],
    ["no amount that nobody knows", { amount_min: 0 }, { ...action, amountCents: null }, false],
  ])("as to %s", (_, when, subject, isMatch) => {
    const rules = [rule({ when: { ...each, ...when } })];
    expect(route([person("Ana")], subject, rules).matched).toBe(isMatch ? "R" : null);
  });
  test("where it comes first, and is switched on", () => {
    const rules = [rule({ name: "off", enabled: false }), rule({ name: "first" }), rule({ name: "second" })];
    expect(route([person("Ana")], action, rules).matched).toBe("first");
  });
});

describe("a rule that names people", () => {
  const [ana, otto, silent] = [
    person("Ana"),
    person("Otto"),
    person("Silent", { reach: [mail(false), slack(false)] }),
  ];
  test("tells them whatever they chose, by its channels, and nobody else", () => {
    const routed = route([ana, silent], action, [
      rule({ tell: [{ user_id: silent.userId }], by: ["slack"] }),
    ]);
    expect(routed.told).toEqual({ Silent: 0 });
    expect(routed.by("Silent")).toEqual(["slack"]);
    expect(routed.why("Ana")).toBe("The rule “R” names others");
    expect(routed.of("Silent").byRule).toBe(true);
  });
  test("tells nobody who may not decide: it never makes anybody a decider", () => {
    const vera = person("Vera", { mayAct: false });
    const routed = route([vera, ana], action, [rule({ tell: [{ user_id: vera.userId }] })]);
    expect(routed.told).toEqual({});
    expect(routed.why("Vera")).toBe("May not decide it");
  });
  test("on call tells one after the other, those who are there, and counts from the first look", () => {
    const gone = person("Gone", { away: away() });
    const tell = [gone, otto, ana].map(({ userId }) => ({ user_id: userId }));
    const rules = [rule({ tell, order: "one_after_another", next_after_minutes: 10 })];
    expect(route([ana, otto, gone], action, rules).told).toEqual({ Otto: 0, Ana: 10 });
    expect(route([ana, otto, gone], { ...action, chosenAt: minutes(-4) }, rules).told).toEqual({
      Otto: 0,
      Ana: 6,
    });
  });
  test("on call where everybody is in quiet hours waits for the first", () => {
    const asleep = person("Asleep", { quietHours: quiet });
    const rules = [rule({ tell: [{ user_id: asleep.userId }], order: "one_after_another" })];
    expect(route([asleep], action, rules).told).toEqual({ Asleep: 120 });
  });
  test("escalates to others after its minutes, who are not told before", () => {
    const boss = person("Boss", { role: "admin", reach: [mail(false)] });
    const rules = [rule({ escalate: { after_minutes: 30, tell: [{ user_id: boss.userId }] } })];
    expect(route([ana, boss], action, rules).told).toEqual({ Ana: 0, Boss: 30 });
  });
});

describe("a person's own times", () => {
  test("quiet hours put it off to their end, unless the rule goes through them", () => {
    const asleep = person("Asleep", { quietHours: quiet });
    expect(route([asleep], action).told).toEqual({ Asleep: 120 });
    expect(route([asleep], action, [rule({ through_quiet_hours: true })]).told).toEqual({ Asleep: 0 });
    expect(route([asleep], question).told).toEqual({ Asleep: 120 });
    const urgent = route([asleep], { ...question, endsAt: minutes(60) });
    expect([urgent.told, urgent.of("Asleep").urgent]).toEqual([{ Asleep: 0 }, true]);
  });
  test("whoever is away is told by their deputy, who must be able to act", () => {
    const deputy = person("Deputy", { reach: [mail(false)] });
    const viewer = person("Viewer", { mayAct: false });
    const gone = (userId: number | null) => person("Gone", { away: away(userId) });
    const routed = route([gone(deputy.userId), deputy], action);
    expect(routed.told).toEqual({ Deputy: 0 });
    expect([routed.why("Gone"), routed.why("Deputy")]).toEqual([
      "Is away; Deputy is told instead",
      "Deputy of Gone, who is away",
    ]);
    const without = route([gone(viewer.userId), viewer], action);
    expect([without.told, without.why("Gone")]).toEqual([{}, "Is away, and has no deputy who may act"]);
  });
  test("nobody is away before or after", () => {
    const later = person("Later", { away: { from: minutes(1), until: minutes(2), deputyUserId: null } });
    const back = person("Back", { away: { from: minutes(-2), until: now, deputyUserId: null } });
    expect(route([later, back], action).told).toEqual({ Later: 0, Back: 0 });
  });
});

describe("somebody hears of L4 and L5 at once", () => {
  const critical = { ...action, tier: 4 };
  test.each<[string, RoutedPerson[], Rule[], Record<string, number>]>([
    [
      "the one who is awake",
      [person("A", { quietHours: quiet }), person("B", { reach: [mail(false)] })],
      [],
      { A: 120, B: 0 },
    ],
    ["whoever sleeps, where all do", [person("A", { quietHours: quiet })], [], { A: 0 }],
    ["whoever is away, where all are", [person("A", { away: away() })], [], { A: 0 }],
    [
      "where no rule matches",
      [person("A", { reach: [mail(false)] })],
      [rule({ when: { ...each, tier_max: 1 } })],
      { A: 0 },
    ],
  ])("which reaches %s", (_, people, rules, expected) => {
    expect(route(people, critical, rules).told).toEqual(expected);
  });
  test("but nobody who may not decide it", () => {
    const people = [person("A", { away: away() }), person("Vera", { mayAct: false })];
    expect(route(people, critical).told).toEqual({ A: 0 });
  });
  test("and a question reaches whom it asks, away or not", () => {
    expect(route([person("A", { away: away() })], question).told).toEqual({ A: 0 });
  });
});

describe("a digest", () => {
  const low = { ...action, tier: 2 };
  const digest = { timeZone: "UTC", minute: 540, isChosen: true };
  const push = { kind: "web_push" as const, accountId: 3, isPreferred: true };
  const verdictOf = (more: Partial<RoutedPerson>, rules: Rule[] = [], subject: RoutedSubject = low) =>
    chooseRecipients({ rules, people: [person("Ana", more)], subject, now }).verdicts[0]!;
  test.each([1, 2])("holds L%i for its time on a working day", (tier) => {
    expect(verdictOf({ digest }, [], { ...low, tier })).toMatchObject({
      at: new Date("2026-01-12T09:00:00Z"),
      digestOn: "2026-01-12",
      why: `Chose to hear of L${tier}; told in the digest of 2026-01-12`,
    });
  });
  test.each([3, 4, 5])("holds nothing of L%i", (tier) => {
    expect(verdictOf({ digest }, [], { ...low, tier })).toMatchObject({ at: now, digestOn: null });
  });
  test("waits for the end of quiet hours", () => {
    const quietHours = { timeZone: "UTC", from: 1_320, until: 600 };
    expect(verdictOf({ digest, quietHours })).toMatchObject({ at: new Date("2026-01-12T10:00:00Z") });
  });
  test("goes by mail or Slack, and by browser to nobody", () => {
    expect(verdictOf({ digest, reach: [push, mail(true)] }).by).toEqual([mail(true)]);
    expect(verdictOf({ digest, reach: [push, slack(false)] }).by).toEqual([slack(false)]);
    expect(verdictOf({ digest, reach: [push] })).toMatchObject({ at: now, by: [push], digestOn: null });
  });
  test("is a rule's wish too, but not of one that escalates or goes one after another", () => {
    const tell = [{ role: "approver" as const }];
    const digestOf = (more: Partial<Rule>) => verdictOf({}, [rule({ tell, digest: true, ...more })]).digestOn;
    expect(digestOf({})).toBe("2026-01-12");
    expect(digestOf({ order: "one_after_another" })).toBeNull();
    expect(digestOf({ escalate: { after_minutes: 5, tell } })).toBeNull();
  });
});
