import { expect, test } from "vitest";
import { correctAnswer, retractAnswer } from "./answer";
import { cancelQuestion } from "./cancel";
import { readInteraction } from "./read";
import { useQuestions } from "./testing/use-questions";

const questions = await useQuestions();
const { world, gateway } = questions;
const { approver, admin, viewer, agent } = world;
const ben = await world.home.person("Ben", "approver");
const stranger = (await world.addTenant()).person("Eve", "approver");

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    ({ code }: { code: string }) => code,
  );
const everybody = { responders: [{ user_id: approver.userId }, { user_id: ben.userId }] };

test("the first answer ends a question, whoever asked reads it, and a second one is told so", async () => {
  const id = await questions.ask(everybody);
  expect(await questions.answer(approver, id)).toMatchObject({ outcome: "responded", status: "responded" });
  expect(await refusal(questions.answer(ben, id))).toBe("already_responded");
  expect(await refusal(questions.answer(approver, id))).toBe("already_responded");
  expect(await readInteraction(agent, id, gateway)).toMatchObject({
    response: {
      answer: { count: 3 },
      by: "Ana",
      timed_out: false,
      answers: [{ answer: { count: 3 }, by: "Ana" }],
    },
  });
  expect(await questions.eventsOf(id)).toEqual(["created", "answered", "resolved", "taken_up"]);
  expect(await questions.faults()).toEqual([]);
});

test.each([
  [
    "a field that was left empty",
    { properties: { count: {}, note: { default: "Pay 1,000,000" } } },
    { count: 1 },
  ],
  [
    "a group that was left empty",
    { properties: { count: {}, address: { type: "object", default: { iban: "X" } } } },
    { count: 1 },
  ],
  [
    "a part of a schema of several",
    { allOf: [{ type: "object", properties: { iban: { default: "X" } } }] },
    {},
  ],
  ["a property that is called default", { properties: { default: { type: "string" } } }, { default: "a" }],
])("an answer counts as it came, without a default of its schema: %s", async (_, schema, response) => {
  const id = await questions.ask({ request_data: { message: "?", schema: { type: "object", ...schema } } });
  await questions.answer(approver, id, response);
  expect((await readInteraction(agent, id, gateway)).response?.answer).toEqual(response);
  const [kept] = await world.owner`
    SELECT raw_payload, response FROM hil_responses WHERE matched_interaction_id = ${id}`;
  expect(kept).toEqual({ raw_payload: { response }, response });
});

test("a part that an answer must have is missing also where the schema has a default for it", async () => {
  const properties = { note: { type: "string", default: "Pay" } };
  const schema = { type: "object", properties, required: ["note"] };
  const id = await questions.ask({ request_data: { message: "?", schema } });
  expect(await refusal(questions.answer(approver, id, {}))).toBe("validation_failed");
});

test("of two people who answer at once one ends the question, and one answer is kept", async () => {
  const id = await questions.ask(everybody);
  const said = await Promise.all([
    refusal(questions.answer(approver, id)),
    refusal(questions.answer(ben, id)),
  ]);
  expect(said.sort()).toEqual(["already_responded", null].sort());
  expect(await world.owner`SELECT 1 FROM hil_responses WHERE matched_interaction_id = ${id}`).toHaveLength(1);
});

test("a question can ask several people and waits for as many answers as it needs", async () => {
  const all = await questions.ask({ ...everybody, rule: "all" });
  expect(await questions.answer(approver, all)).toMatchObject({ outcome: "recorded", answers_given: 1 });
  expect(await refusal(questions.answer(approver, all))).toBe("already_responded");
  expect(await questions.answer(ben, all, { count: 4 })).toMatchObject({ outcome: "responded" });
  expect((await readInteraction(agent, all, gateway)).response).toMatchObject({
    answer: null,
    answers: [
      { answer: { count: 3 }, by: "Ana" },
      { answer: { count: 4 }, by: "Ben" },
    ],
  });
  const two = await questions.ask({ responders: [{ role: "approver" }], rule: "n_of_m", answers_needed: 2 });
  expect(await questions.answer(ben, two)).toMatchObject({ outcome: "recorded" });
  expect(await questions.answer(admin, two)).toMatchObject({ outcome: "responded" });
  expect((await readInteraction(agent, two, gateway)).response).toMatchObject({ answer: { count: 3 } });
});

test("approvals can be chained: the second level is asked after the first one agreed, and a refusal ends it", async () => {
  const chain = { ...everybody, interaction_type: "approval", request_data: { message: "Sure?" } };
  const id = await questions.ask({ ...chain, rule: "all", in_order: true });
  const yes = { approved: true };
  expect(await refusal(questions.answer(ben, id, yes))).toBe("not_found");
  expect(await questions.answer(approver, id, yes)).toMatchObject({ outcome: "recorded", asked: 2 });
  expect(await questions.answer(ben, id, yes)).toMatchObject({ outcome: "responded" });
  const refused = await questions.ask({ ...chain, rule: "all", in_order: true });
  const no = { approved: false, comment: "Too early" };
  expect(await questions.answer(approver, refused, no)).toMatchObject({ outcome: "responded" });
  expect((await readInteraction(agent, refused, gateway)).response).toMatchObject({ answer: no });
});

test("an answer that does not fit the question's schema is refused with the field that is wrong, and none is kept", async () => {
  const id = await questions.ask();
  const issues = await questions.answer(approver, id, { count: 0 }).catch((error) => error.issues);
  expect(issues).toMatchObject([{ path: "response.count" }]);
  const choice = await questions.ask({
    interaction_type: "selection",
    request_data: { message: "Which?", options: [{ value: "a", label: "A" }] },
  });
  expect(await refusal(questions.answer(approver, choice, "b"))).toBe("validation_failed");
  const approval = await questions.ask({ interaction_type: "approval", request_data: { message: "Sure?" } });
  expect(await refusal(questions.answer(approver, approval, { approved: "yes" }))).toBe("validation_failed");
  expect(await refusal(questions.answer(approver, approval, "yes"))).toBe("validation_failed");
  const rows = await world.owner`
    SELECT 1 FROM hil_responses WHERE matched_interaction_id = ANY (${[id, choice, approval]})`;
  expect(rows).toHaveLength(0);
  expect(await questions.answer(approver, choice, "a")).toMatchObject({ outcome: "responded" });
});

test("an answer of type approval decides no proposed action", async () => {
  const decided = () => world.owner`SELECT id, status FROM proposed_actions ORDER BY id`;
  const { proposal } = await world.propose(
    (await import("@/lib/gateway/testing/proposals")).proposals.arNote(),
  );
  const before = await decided();
  const message = `May proposed action #${proposal.id} be approved?`;
  const id = await questions.ask({ interaction_type: "approval", request_data: { message } });
  await questions.answer(approver, id, { approved: true });
  expect(await decided()).toEqual(before);
  expect(before.at(-1)).toMatchObject({ status: "pending" });
});

test("whoever is not asked answers nothing: others see no such question, admins see that it exists", async () => {
  const id = await questions.ask();
  expect(await refusal(questions.answer(ben, id))).toBe("not_found");
  expect(await refusal(questions.answer(viewer, id))).toBe("not_found");
  expect(await refusal(questions.answer(await stranger, id))).toBe("not_found");
  expect(await refusal(questions.answer(admin, id))).toBe("not_allowed");
  expect(await readInteraction(admin, id, gateway)).toMatchObject({
    redacted: true,
    message: null,
    schema: null,
    response: null,
  });
  const own = await questions.ask({}, ben);
  expect(await refusal(questions.answer(ben, own))).toBe("not_allowed");
});

test("an answer can be corrected until whoever asked has read it, and no longer", async () => {
  const id = await questions.ask();
  await questions.answer(approver, id);
  const corrected = await correctAnswer(approver, { id, response: { count: 5 } }, gateway);
  expect(corrected).toMatchObject({ outcome: "responded", response: { answer: { count: 5 } } });
  const issues = await correctAnswer(approver, { id, response: { count: "x" } }, gateway).catch(
    (e) => e.issues,
  );
  expect(issues).toMatchObject([{ path: "response.count" }]);
  expect((await readInteraction(agent, id, gateway)).response).toMatchObject({ answer: { count: 5 } });
  expect(await refusal(correctAnswer(approver, { id, response: { count: 6 } }, gateway))).toBe(
    "answer_counted",
  );
  expect((await readInteraction(agent, id, gateway)).response).toMatchObject({ answer: { count: 5 } });
  expect(await questions.eventsOf(id)).toEqual(["created", "answered", "resolved", "corrected", "taken_up"]);
});

test("an answer can be taken back while others are awaited, and given anew", async () => {
  const id = await questions.ask({ ...everybody, rule: "all" });
  expect(await refusal(retractAnswer(approver, id, gateway))).toBe("nothing_to_do");
  await questions.answer(approver, id);
  expect(await retractAnswer(approver, id, gateway)).toMatchObject({ answers_given: 0, your_answer: null });
  expect(await questions.answer(ben, id)).toMatchObject({ outcome: "recorded" });
  expect(await questions.answer(approver, id)).toMatchObject({ outcome: "responded", answers_given: 2 });
  expect(await refusal(retractAnswer(approver, id, gateway))).toBe("answer_counted");
  expect(await questions.faults()).toEqual([]);
});

test("whoever asked, or an administrator, cancels a question; then nobody answers it", async () => {
  const id = await questions.ask(everybody);
  expect(await refusal(cancelQuestion(approver, id, gateway))).toBe("not_allowed");
  expect(await refusal(cancelQuestion(viewer, id, gateway))).toBe("not_found");
  expect(await refusal(cancelQuestion(await world.home.agent("other"), id, gateway))).toBe("not_found");
  expect(await cancelQuestion(agent, id, gateway)).toMatchObject({ status: "cancelled", response: null });
  expect(await refusal(cancelQuestion(admin, id, gateway))).toBe("nothing_to_do");
  expect(await refusal(questions.answer(approver, id))).toBe("question_cancelled");
});

test("from the moment of its end nobody answers a question, whether or not the sweep has come by", async () => {
  const id = await questions.ask({ timeout_seconds: 60 });
  const all = await questions.ask({ ...everybody, rule: "all", timeout_seconds: 60 });
  await questions.answer(ben, all);
  questions.pass(60);
  expect(await refusal(questions.answer(approver, id))).toBe("timeout");
  // No answer that others are awaited for is recorded either, and none is changed.
  expect(await refusal(questions.answer(approver, all))).toBe("timeout");
  expect(await refusal(retractAnswer(ben, all, gateway))).toBe("timeout");
  await questions.sweep();
  expect(await refusal(questions.answer(approver, id))).toBe("timeout");
});
