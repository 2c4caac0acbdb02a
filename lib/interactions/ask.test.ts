import { expect, test } from "vitest";
import { pauseAgent, resumeAgent } from "@/lib/gateway/access/agents/pause-agent";
import { INTERACTION_CHANNELS } from "@/lib/core/interaction/interaction";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, outcomeOf, untilWaiting } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { ask } from "./ask";
import { cancelQuestion } from "./cancel";
import { previewQuestion } from "./check-question";
import { useQuestions } from "./testing/use-questions";

const questions = await useQuestions();
const { world, gateway, input, tenantId } = questions;
const { approver, viewer, agent, owner } = world;
const fieldOf = (more: Record<string, unknown>) =>
  ask(agent, input(more), null, gateway).then(
    () => null,
    (error) => error.issues[0].path as string,
  );
const selection = { interaction_type: "selection", request_data: { message: "Which?" } };
const people = [{ user_id: approver.userId }, { user_id: viewer.userId }];

test.each<[string, string, Record<string, unknown>]>([
  ["an input without a schema", "request_data.schema", { request_data: { message: "?" } }],
  [
    "a schema that is none",
    "request_data.schema",
    { request_data: { message: "?", schema: { $ref: "#/nowhere" } } },
  ],
  ["a selection without options", "request_data.options", selection],
  [
    "the same option twice",
    "request_data.options",
    {
      ...selection,
      request_data: { message: "?", options: ["A", "B"].map((label) => ({ value: "a", label })) },
    },
  ],
  ...["No", " NO", "N\u200bo", "\uff2eo"].map((label): [string, string, Record<string, unknown>] => [
    `an option that looks like another, ${JSON.stringify(label)},`,
    "request_data.options",
    {
      ...selection,
      request_data: {
        message: "?",
        options: [
          { value: "yes", label },
          { value: "no", label: "No" },
        ],
      },
    },
  ]),
  [
    "a variable without a value",
    "request_data.message",
    { interaction_type: "approval", request_data: { message: "Raise {{sku}}?" } },
  ],
  ["somebody of no company here", "responders.0.user_id", { responders: [{ user_id: 999_999 }] }],
  ["the same person twice", "responders", { responders: [people[0], people[0]] }],
  ["all of a role", "responders", { responders: [{ role: "approver" }], rule: "all" }],
  ["n of m without n", "answers_needed", { rule: "n_of_m", responders: people }],
  ["more answers than people", "answers_needed", { rule: "n_of_m", answers_needed: 3, responders: people }],
  ["a chain in which the first answer is enough", "in_order", { in_order: true, responders: people }],
  ["nobody to go on to", "escalate_after_seconds", { escalate_after_seconds: 60 }],
  ["a default that is not given", "default_response", { timeout_action: "default_response" }],
  [
    "a default that the schema does not take",
    "default_response.count",
    { timeout_action: "default_response", default_response: { count: 0 } },
  ],
  ["a channel that is not connected", "channel_type", { channel_type: "slack" }],
  ["a channel that carries no questions", "channel_type", { channel_type: "teams" }],
])("%s is refused when it is asked, naming the field", async (_title, field, more) => {
  expect(await fieldOf(more)).toBe(field);
});

test("a question waits at least 60 seconds and at most a day; other times are refused", async () => {
  for (const timeout_seconds of [59, 86_401, 60.5])
    expect(() => input({ timeout_seconds })).toThrow(/timeout_seconds/);
  for (const timeout_seconds of [60, 86_400]) expect(await fieldOf({ timeout_seconds })).toBeNull();
});

test("a question is an approval, an input, a selection or a review, and no other kind is taken", async () => {
  const forms: Record<string, Record<string, unknown>> = {
    approval: {},
    input: { schema: { type: "string" } },
    selection: { options: [{ value: "a", label: "A" }] },
    review: {},
  };
  for (const [type, form] of Object.entries(forms))
    expect(
      await fieldOf({ interaction_type: type, request_data: { message: "?", ...form } }),
      type,
    ).toBeNull();
  expect(() => input({ interaction_type: "vote" })).toThrow(/interaction_type/);
});

test("a question goes out by the four channels that carry one, and by no other name", async () => {
  for (const kind of ["slack", "email", "webhook"])
    await owner`INSERT INTO channel_accounts (tenant_id, kind, external_id, label, opened_at, opened_by_label)
      VALUES (${tenantId}, ${kind}, ${kind}, ${kind}, now(), 'test')`;
  const taken = [];
  for (const channel of INTERACTION_CHANNELS)
    if ((await fieldOf({ channel_type: channel })) === null) taken.push(channel);
  expect(taken).toEqual(["slack", "email", "webhook", "in_app"]);
  expect(() => input({ channel_type: "pigeon" })).toThrow(/channel_type/);
});

test("the same key and question twice is one question; another question under it is refused; viewers ask nothing", async () => {
  const key = "once";
  const [first, second] = await Promise.all([1, 2].map(() => ask(agent, input(), key, gateway)));
  expect(second!.interaction.id).toBe(first!.interaction.id);
  expect([first!.created, second!.created].sort()).toEqual([false, true]);
  await questions.answer(approver, first!.interaction.id);
  const again = await ask(agent, input(), key, gateway);
  expect(again).toMatchObject({ created: false, interaction: { response: { answer: { count: 3 } } } });
  const other = input({ timeout_seconds: 60 });
  await expect(ask(agent, other, key, gateway)).rejects.toMatchObject({ code: "idempotency_conflict" });
  expect((await ask(approver, input(), key, gateway)).created).toBe(true);
  await expect(ask(viewer, input(), null, gateway)).rejects.toMatchObject({ code: "not_allowed" });
});

test("a preview shows the message as people would see it and names what is missing, and asks nobody", async () => {
  const count = async () => (await world.owner`SELECT 1 FROM hil_interactions`).length;
  const before = await count();
  const request_data = { message: "Raise {{sku}} for {{customer}}?", multiple: false };
  expect(
    previewQuestion({ interaction_type: "approval", request_data, context: { sku: "{{customer}}" } }),
  ).toMatchObject({
    message: "Raise {{customer}} for {{customer}}?",
    problems: ["{{customer}} has no value"],
    schema: { required: ["approved"] },
  });
  expect(await count()).toBe(before);
});

test("a paused agent asks nobody, not even what is on its way, until it is resumed; it repeats, reads and cancels", async () => {
  const { admin } = world;
  const paused = await world.home.agent("paused-asker");
  const question = input({});
  const before = await ask(paused, question, "before", gateway);
  const count = async () =>
    (await owner`SELECT FROM hil_interactions WHERE agent_id = ${paused.agentId}`).length;
  // The row of the agent is held as a pause holds it, while a question is on its way to it.
  const { late } = await owner.begin(async (tx) => {
    await tx`SELECT 1 FROM agents WHERE id = ${paused.agentId} FOR UPDATE`;
    const onItsWay = outcomeOf(ask(paused, question, "on-its-way", gateway));
    await untilWaiting(world.superuser, 1);
    await tx`UPDATE agents SET paused_at = clock_timestamp() WHERE id = ${paused.agentId}`;
    return { late: { outcome: onItsWay } };
  });
  const refusal = (await late.outcome).error!;
  expect(refusal).toMatchObject({ code: "agent_paused", status: 403 });
  await owner`UPDATE agents SET paused_at = NULL WHERE id = ${paused.agentId}`;

  await pauseAgent(admin, paused.agentId, gateway);
  await expectRefusal(ask(paused, question, null, gateway), "agent_paused");
  const proposing = await outcomeOf(world.propose(proposals.arNote(), paused));
  expect(proposing.error!.publicMessage, "in the words of a refused proposal").toBe(refusal.publicMessage);
  expect(await ask(paused, question, "before", gateway)).toMatchObject({
    created: false,
    interaction: { id: before.interaction.id },
  });
  expect(await count()).toBe(1);
  expect(await cancelQuestion(paused, before.interaction.id, gateway)).toMatchObject({ status: "cancelled" });
  await resumeAgent(await steppedUp(owner, admin, "resume_agent", paused.agentId), paused.agentId, gateway);
  expect((await ask(paused, question, null, gateway)).created).toBe(true);
});
