import { beforeEach, expect, test } from "vitest";
import { useQuestionWebhook } from "@/lib/inbound/webhook/testing/use-question-webhook";
import { readChannels } from "@/lib/messages/read-channels";
import { proposals } from "@/lib/gateway/testing/proposals";
import { publishRouting } from "@/lib/messages/routing/publish-routing";

/** An endpoint that does not take its questions: what becomes of them. */

const hook = await useQuestionWebhook();
const { world, gateway, owner, ask, deliver, pass, came, state, eventsAbout, signed, post } = hook;
const { admin, approver: ana } = world;
const connected = await hook.connect();
await hook.letAnswer(ana);
await hook.letAnswer(admin);
const QUESTION = { channel_type: "webhook", responders: [{ user_id: ana.userId }], timeout_seconds: 86_400 };
const stateOf = async (id: number) =>
  (await owner`SELECT state, last_error FROM channel_messages WHERE interaction_id = ${id}`)[0];
const account = async () =>
  (
    await owner`SELECT state, outages, paused_until, last_error FROM channel_accounts WHERE kind = 'webhook'`
  )[0]!;

beforeEach(async () => {
  await owner`UPDATE channel_accounts SET paused_until = NULL, outages = 0`;
  state.answer = () => null;
  hook.setReachable(true);
});

test("an endpoint that is away for an hour gets each question once when it is back", async () => {
  hook.setReachable(false);
  const ids = [await ask(QUESTION), await ask(QUESTION)];
  for (let minute = 0; minute < 60; minute += 1) {
    await deliver();
    pass(60);
  }
  expect(await account()).toMatchObject({ state: "open" });
  expect((await account()).outages).toBeGreaterThan(0);
  const channel = (await readChannels(admin, gateway)).channels.find(({ kind }) => kind === "webhook");
  expect(channel!.accounts![0]).toMatchObject({
    health: "failing",
    last_error: expect.stringContaining("could not be reached"),
  });
  hook.setReachable(true);
  pass(1_800 * 1.1);
  await deliver();
  await deliver();
  for (const id of ids) expect(eventsAbout(id).map(({ event }) => event.type)).toEqual(["question.asked"]);
  expect(await account()).toMatchObject({ outages: 0, paused_until: null });
});

test("a question that may have arrived is sent again under the same id", async () => {
  let cuts = 2;
  state.answer = () => (cuts-- > 0 ? "cut" : null);
  const id = await ask(QUESTION);
  for (let round = 0; round < 4; round += 1) {
    await deliver();
    pass(60);
  }
  const events = eventsAbout(id);
  expect(events).toHaveLength(3);
  expect(new Set(events.map((one) => one.id)).size).toBe(1);
  expect(await stateOf(id)).toMatchObject({ state: "sent" });
});

test.each([301, 400, 404, 500])("%s is not taken as sent, and is tried again", async (status) => {
  let left = 1;
  state.answer = () => (left-- > 0 ? { status, headers: { location: "https://hooks.example.com/" } } : null);
  const id = await ask(QUESTION);
  await deliver();
  expect(await stateOf(id)).toMatchObject({ state: "due", last_error: `It answered ${status}.` });
  pass(10);
  await deliver();
  expect(await stateOf(id)).toMatchObject({ state: "sent" });
  expect(eventsAbout(id)).toHaveLength(2);
});

test.each([429, 503])("after %s nothing goes to it until the time that it asked for", async (status) => {
  state.answer = () => ({ status, headers: { "retry-after": "600" } });
  const id = await ask(QUESTION);
  await deliver();
  state.answer = () => null;
  pass(590);
  await deliver();
  expect(eventsAbout(id)).toHaveLength(1);
  pass(11);
  await deliver();
  expect(eventsAbout(id)).toHaveLength(2);
});

test("410 ends it until an administrator sets it up again, and what waits goes on then", async () => {
  state.answer = () => ({ status: 410 });
  const id = await ask(QUESTION);
  await deliver();
  expect(await account()).toMatchObject({
    state: "broken",
    last_error: "It answered 410. It is gone for good.",
  });
  expect(await owner`SELECT actor_label FROM events WHERE event_type = 'channel.refused'`).toHaveLength(1);
  state.answer = () => null;
  pass(3_600);
  await deliver();
  expect(eventsAbout(id)).toHaveLength(1);
  const { rotateQuestionWebhook } = await import("./connect-webhook");
  const { steppedUp } = await import("@/lib/gateway/testing/step-up");
  const subject = `channel:${await hook.accountOf(admin)}`;
  await rotateQuestionWebhook(await steppedUp(owner, admin, "rotate_webhook_secret", subject), gateway);
  await deliver();
  expect(eventsAbout(id)).toHaveLength(2);
});

test("people are reminded and warned by events of their own, each once", async () => {
  const id = await ask({ ...QUESTION, timeout_seconds: 3_600, reminder_seconds: 1_200 });
  for (let minute = 0; minute < 61; minute += 1) {
    await hook.sweep();
    await deliver();
    pass(60);
  }
  await hook.sweep();
  await deliver();
  const types = eventsAbout(id).map(({ event }) => event.type);
  expect(types[0]).toBe("question.asked");
  expect(types.filter((type) => type === "question.warning")).toHaveLength(1);
  expect(types.filter((type) => type === "question.reminder").length).toBeGreaterThan(0);
  expect(eventsAbout(id).at(-1)!.event.data).toMatchObject({ status: "timeout", answer_by: null });
});

test("an approval goes out to be known, and says that its page answers", async () => {
  const id = await ask({ ...QUESTION, interaction_type: "approval", request_data: { message: "May we?" } });
  await deliver();
  const { data } = eventsAbout(id)[0]!.event;
  expect(data).toMatchObject({ answer_by: "page", answer_to: null });
  const refused = await post(
    connected,
    signed(connected.secret, { ref: data.ref, answer: { approved: true } }),
  );
  // The secret was rotated: the one before still counts.
  expect(refused).toMatchObject({
    status: 403,
    body: { code: "not_allowed", url: `https://countersign.example.com/questions/${id}` },
  });
});

test("no proposed action goes to it, whatever people or rules say", async () => {
  await owner`INSERT INTO channel_preferences (tenant_id, user_id, kind, questions, tier_min, changed_at)
    VALUES (${ana.tenantId}, ${ana.userId}, 'webhook', true, 1, '2026-01-01')
    ON CONFLICT (tenant_id, user_id, kind) DO UPDATE SET tier_min = 1, changed_at = excluded.changed_at`;
  const rule = {
    name: "All by webhook",
    enabled: true,
    when: {
      about: "both",
      tier_min: null,
      tier_max: null,
      types: null,
      workspaces: null,
      amount_min: null,
      amount_max: null,
    },
    tell: [{ user_id: ana.userId }],
    order: "all_at_once",
    next_after_minutes: 15,
    escalate: null,
    by: ["webhook"],
    through_quiet_hours: true,
  } as never;
  await publishRouting(admin, { base_version: 0, rules: [rule], note: "Try" }, gateway);
  came.length = 0;
  const { proposal } = await world.propose(proposals.arNote());
  await deliver();
  expect(came).toEqual([]);
  // Also one that somebody wrote into the table.
  await owner`INSERT INTO channel_messages (tenant_id, account_id, ref, action_id, user_id, next_at, created_at)
    VALUES (${ana.tenantId}, ${await hook.accountOf(admin)}, new_message_ref(), ${proposal.id}, ${ana.userId},
      ${hook.time.now}, ${hook.time.now})`;
  await deliver();
  expect(came).toEqual([]);
  const [message] = await owner`SELECT ref, state FROM channel_messages WHERE action_id = ${proposal.id}`;
  expect(message!.state).toBe("closed");
  const answer = signed(connected.secret, { ref: message!.ref, answer: { approved: true } });
  expect((await post(connected, answer)).status).toBe(404);
  expect(await world.statusOf(proposal.id)).toBe("pending");
});
