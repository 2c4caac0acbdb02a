import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { countOpenQuestions } from "@/db/queries/interactions/interactions";
import type { OwnInteractionsQuery } from "@/lib/contract/interactions/interactions";
import type { Person } from "@/lib/core/access/principal";
import { correctAnswer, retractAnswer } from "./answer";
import { cancelQuestion } from "./cancel";
import { listResponders } from "./list-responders";
import { readInteraction, readInteractions } from "./read";
import { useQuestions } from "./testing/use-questions";

const questions = await useQuestions();
const { world, gateway, tenantId } = questions;
const { approver, admin, viewer, agent } = world;
const ben = await world.home.person("Ben", "approver");
const steward = await world.home.person("Stella", "steward");

const listed = async (person: Person, more: Partial<OwnInteractionsQuery> = {}) =>
  (await readInteractions(person, { limit: 200, ...more }, gateway)).items.map(({ id }) => id);
const count = (person: Person, max = 100) =>
  inTenant(gateway.database, tenantId, (tx) =>
    countOpenQuestions(tx, tenantId, { person, now: gateway.clock.now(), max }),
  );
const to = (...people: Person[]) => ({ responders: people.map(({ userId }) => ({ user_id: userId })) });
const mayAnswer = async (person: Person) =>
  (await readInteractions(person, { limit: 200 }, gateway)).items.filter((one) => one.may_answer).length;

test("a list has those that a person is asked, those that they asked, either of them, or the others as outlines", async () => {
  const ofMe = await questions.ask(to(approver));
  const byMe = await questions.ask(to(ben), approver);
  const others = await questions.ask(to(ben));
  expect(await listed(approver, { whose: "yours" })).toEqual([byMe, ofMe]);
  expect(await listed(approver, { whose: "asked_of_you" })).toEqual([ofMe]);
  expect(await listed(approver, { whose: "asked_by_you" })).toEqual([byMe]);
  expect(await listed(approver, { whose: "others" })).toEqual([]);
  expect(await listed(viewer)).toEqual([]);
  expect(await listed(steward, { whose: "yours" })).toEqual([]);
  expect(await listed(steward, { whose: "others" })).toEqual([others, byMe, ofMe]);
  const [outline] = (await readInteractions(steward, { whose: "others", limit: 1 }, gateway)).items;
  expect(outline).toMatchObject({
    redacted: true,
    message: null,
    schema: null,
    default_response: null,
    answered: [],
    asked_by_you: false,
  });
});

test("a list is filtered by status and kind, and open ones come page by page, the next to end first", async () => {
  const [late, soon, middle] = [
    await questions.ask({ ...to(ben), timeout_seconds: 5_000 }),
    await questions.ask({
      ...to(ben),
      timeout_seconds: 4_000,
      interaction_type: "approval",
      request_data: { message: "?" },
    }),
    await questions.ask({ ...to(ben), timeout_seconds: 4_500 }),
  ];
  await cancelQuestion(agent, late, gateway);
  const mine = { whose: "asked_of_you" as const, order: "ending" as const, status: ["pending" as const] };
  const first = await readInteractions(ben, { ...mine, limit: 3 }, gateway);
  const second = await readInteractions(ben, { ...mine, limit: 3, cursor: first.next_cursor! }, gateway);
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(ids.slice(-2)).toEqual([soon, middle]);
  expect(ids).not.toContain(late);
  expect(new Set(ids).size).toBe(ids.length);
  expect(second.next_cursor).toBeNull();
  expect(await listed(ben, { status: ["cancelled", "timeout"] })).toEqual([late]);
  expect(await listed(ben, { interaction_type: "approval" })).toEqual([soon]);
});

test("the number of open questions is that of those a person may answer now, whatever the rule", async () => {
  const roles = { responders: [{ role: "approver" }, { role: "approver" }, { role: "admin" }] };
  const people = [approver, ben, admin, viewer, steward];
  const expectSame = async () => {
    for (const person of people) expect(await count(person), person.name).toBe(await mayAnswer(person));
  };
  const chain = await questions.ask({ ...roles, rule: "all", in_order: true });
  const several = await questions.ask({ ...to(approver, ben, viewer), rule: "n_of_m", answers_needed: 2 });
  const each = await questions.ask({ ...to(approver, ben), rule: "all" });
  await expectSame();
  const before = await count(approver);
  expect(before).toBeGreaterThanOrEqual(4);
  for (const id of [chain, several, each]) await questions.answer(approver, id);
  expect(await count(approver)).toBe(before - 3);
  await expectSame();
  // The chain asks the second approver, who cannot be the first one again.
  await questions.answer(ben, chain);
  await expectSame();
  await retractAnswer(approver, several, gateway);
  expect(await count(approver)).toBe(before - 2);
  await expectSame();
  expect(await count(approver, 1)).toBe(1);
  questions.pass(90_000);
  for (const person of people) expect(await count(person)).toBe(0);
});

test("a question says of each person what they may still do, and the verbs agree", async () => {
  const id = await questions.ask({ ...to(approver, ben), rule: "n_of_m", answers_needed: 2 }, admin);
  const flags = async (person: Person) => {
    const { may_answer, may_correct, may_retract, may_cancel } = await readInteraction(person, id, gateway);
    return [may_answer, may_correct, may_retract, may_cancel];
  };
  expect(await flags(approver)).toEqual([true, false, false, false]);
  await questions.answer(approver, id);
  expect(await flags(approver)).toEqual([false, true, true, false]);
  expect(await flags(ben)).toEqual([true, false, false, false]);
  expect(await flags(admin)).toEqual([false, false, false, true]);
  expect((await readInteraction(ben, id, gateway)).answered).toEqual([
    { place: 1, by: approver.name, channel: "in_app" },
  ]);
  await questions.answer(ben, id);
  expect(await flags(approver)).toEqual([false, true, false, false]);
  await correctAnswer(approver, { id, response: { count: 4 } }, gateway);
  // The asker reads how it ended.
  expect(await flags(admin)).toEqual([false, false, false, false]);
  expect(await flags(approver)).toEqual([false, false, false, false]);
  await expect(correctAnswer(approver, { id, response: { count: 5 } }, gateway)).rejects.toMatchObject({
    code: "answer_counted",
  });
});

test("those who are asked have their names in the question, and may be chosen by whoever asks", async () => {
  const id = await questions.ask({ responders: [{ user_id: ben.userId }, { role: "admin" }] });
  expect((await readInteraction(ben, id, gateway)).responder_names).toEqual(["Ben", null]);
  const { people } = await listResponders(approver, gateway);
  expect(people.find(({ user_id }) => user_id === ben.userId)).toMatchObject({
    name: "Ben",
    role: "approver",
  });
  const names = people.map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
  await expect(listResponders(viewer, gateway)).rejects.toMatchObject({ code: "not_allowed" });
});
