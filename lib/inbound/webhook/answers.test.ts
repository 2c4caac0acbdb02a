import { expect, test } from "vitest";
import { readInteraction } from "@/lib/interactions/read";
import { readQuestionReach } from "@/lib/interactions/read-reach";
import { cancelQuestion } from "@/lib/interactions/cancel";
import { closeChannelAccount } from "@/lib/messages/connect-slack";
import { removeLink, readLinks } from "@/lib/messages/links";
import { type Came, useQuestionWebhook } from "./testing/use-question-webhook";

/** A question goes out to the company's endpoint, and its answer comes in. */

const hook = await useQuestionWebhook();
const { world, gateway, owner, ask, deliver, pass, came, eventsAbout, signed, post, person } = hook;
const connected = await hook.connect();
const { secret } = connected;
const ana = world.approver;
await hook.letAnswer(ana);
const ben = await person("Ben", "approver");
const nia = await world.home.person("Nia", "approver");
const questionTo = (...people: { userId: number }[]) => ({
  channel_type: "webhook",
  responders: people.map(({ userId }) => ({ user_id: userId })),
});
const refOf = ({ event }: Came) => event.data.ref;
const giveAs = (secretUsed: string) => (ref: string, answer: unknown, id?: string) =>
  post(connected, signed(secretUsed, { ref, answer }, { ...(id && { id }) }));
const give = giveAs(secret);
const view = (id: number, by = ana) => readInteraction(by, id, gateway);

/** Asks, and returns the question with the ref that its only event has. */
async function askOut(more: Record<string, unknown> = questionTo(ana)) {
  const id = await ask(more);
  await deliver();
  return { id, ref: refOf(eventsAbout(id)[0]!) };
}

test("a question goes out signed, with what an answer needs, and its answer comes in", async () => {
  const { id, ref } = await askOut();
  const [event] = eventsAbout(id);
  expect(hook.isSignedBy(event!, secret)).toBe(true);
  expect(event).toMatchObject({
    id: `${ref}-first`,
    event: {
      type: "question.asked",
      timestamp: hook.time.now.toISOString(),
      data: {
        status: "pending",
        outcome: null,
        answer_by: "webhook",
        answer_to: connected.answers_to,
        question: {
          id,
          type: "input",
          message: "How many?",
          asked_by: world.agent.name,
          options: null,
          multiple: false,
          schema: { required: ["count"] },
          url: `https://countersign.example.com/questions/${id}`,
          open_until: "2026-11-28T09:00:00.000Z",
        },
        person: { name: "Ana", email: ana.email },
      },
    },
  });
  expect(await give(ref, { count: 3 })).toEqual({
    status: 200,
    body: { outcome: "answered", repeated: false },
  });
  expect(await view(id)).toMatchObject({
    status: "responded",
    response: { answer: { count: 3 }, by: "Ana" },
    answered: [{ place: 1, by: "Ana", channel: "webhook" }],
  });
  expect(await readQuestionReach(world.admin, id, gateway)).toMatchObject({
    reached: [{ name: "Ana", channel: "webhook" }],
  });
  await deliver();
  expect(eventsAbout(id).map(({ event: { type, data } }) => [type, data.status, data.answer_to])).toEqual([
    ["question.asked", "pending", connected.answers_to],
    ["question.changed", "responded", null],
  ]);
  expect(new Set(came.map((one) => one.id)).size).toBe(came.length);
});

test("an answer that comes 50 times is one answer, and each time is told the same", async () => {
  const { id, ref } = await askOut();
  const sent = signed(secret, { ref, answer: { count: 5 } });
  const answers = [];
  for (let round = 0; round < 5; round += 1)
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => post(connected, sent)))));
  expect(answers.filter(({ body }) => body.outcome === "answered" && !body.repeated)).toHaveLength(1);
  const others = answers.filter(({ body }) => body.repeated !== false);
  // Those that came while the first was under way are asked to come again.
  expect(
    others.every(({ status, body }) => (status === 200 ? body.outcome === "answered" : status === 409)),
  ).toBe(true);
  expect(await owner`SELECT 1 FROM hil_responses WHERE matched_interaction_id = ${id}`).toHaveLength(1);
});

test("an id that came with an answer to another question is no repeat of it: this answer counts too", async () => {
  const [one, other] = [await askOut(), await askOut()];
  for (const { id, ref } of [one, other]) {
    const sent = signed(secret, { ref, answer: { count: 5 } }, { id: "answer-of-the-hour" });
    expect((await post(connected, sent)).body).toEqual({ outcome: "answered", repeated: false });
    expect((await post(connected, sent)).body).toEqual({ outcome: "answered", repeated: true });
    expect((await view(id)).status).toBe("responded");
  }
});

test("the ledger says by which channel an answer came", async () => {
  const { id, ref } = await askOut();
  await give(ref, { count: 3 });
  const [event] = await owner<{ details: unknown }[]>`
    SELECT body_text::jsonb -> 'details' AS details FROM events
    WHERE entity_type = 'interaction' AND entity_id = ${id} AND event_type = 'interaction.answered'`;
  expect(event!.details).toEqual({ place: 1, channel: "webhook" });
});

test("several people are asked in one question, and each answer counts for its own", async () => {
  const id = await ask({ ...questionTo(ana, ben), rule: "all" });
  await deliver();
  const of = (email: string) => eventsAbout(id).find(({ event }) => event.data.person?.email === email)!;
  expect((await give(refOf(of(ana.email)), { count: 1 })).body.outcome).toBe("recorded");
  expect((await give(refOf(of(ana.email)), { count: 2 })).status).toBe(409);
  expect((await give(refOf(of(ben.email)), { count: 2 })).body.outcome).toBe("answered");
  expect((await view(id)).answered.map(({ by }) => by)).toEqual(["Ana", "Ben"]);
});

test("whoever does not let it answer is not reached by it, and no answer counts for them", async () => {
  const id = await ask(questionTo(nia));
  await deliver();
  expect(eventsAbout(id)).toEqual([]);
  expect(await readQuestionReach(world.admin, id, gateway)).toMatchObject({
    reached: [],
    others: expect.arrayContaining([{ name: "Nia", outcome: null, why: "No channel reaches them" }]),
  });
});

test("one that its person turned off answers nothing from then on", async () => {
  const eve = await person("Eve", "approver");
  const { id, ref } = await askOut(questionTo(eve));
  const [link] = await readLinks(eve, gateway);
  await removeLink(eve, link!.id, gateway);
  expect(await give(ref, { count: 1 })).toMatchObject({ status: 403, body: { code: "not_allowed" } });
  // Free text is theirs no more than an answer.
  const text = signed(secret, { ref, text: "three" });
  expect((await post(connected, text)).status).toBe(403);
  expect((await view(id, eve)).status).toBe("pending");
  await cancelQuestion(world.admin, id, gateway);
  await deliver();
  expect(came.at(-1)!.event).toMatchObject({
    type: "question.changed",
    data: { ref, status: "withdrawn", question: null, person: null, answer_by: null, answer_to: null },
  });
  expect(await owner`SELECT 1 FROM hil_responses WHERE matched_interaction_id = ${id}`).toEqual([]);
});

test("a link that was written past the app answers nothing", async () => {
  const otto = await person("Otto", "approver");
  const { ref } = await askOut(questionTo(otto));
  await owner`UPDATE channel_links SET seal = 'x' WHERE user_id = ${otto.userId}`;
  expect((await give(ref, { count: 1 })).status).toBe(403);
});

test("somebody who was removed since answers nothing by it", async () => {
  const max = await person("Max", "approver");
  const { ref } = await askOut(questionTo(max));
  await owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${max.userId}`;
  expect((await give(ref, { count: 1 })).status).toBe(403);
});

test("an answer that is late, that comes after another, or that was cancelled says so", async () => {
  const late = await askOut();
  const over = await askOut();
  const cancelled = await askOut();
  await hook.answer(ana, over.id, { count: 9 });
  expect(await give(over.ref, { count: 1 })).toMatchObject({
    status: 409,
    body: { code: "already_responded" },
  });
  await cancelQuestion(world.admin, cancelled.id, gateway);
  expect(await give(cancelled.ref, { count: 1 })).toMatchObject({
    status: 409,
    body: { code: "question_cancelled" },
  });
  pass(3_601);
  expect(await give(late.ref, { count: 1 })).toMatchObject({ status: 410, body: { code: "timeout" } });
});

test("an answer that does not fit names its field, and the same delivery, corrected, counts", async () => {
  const { id, ref } = await askOut();
  expect(await give(ref, { count: 0 }, "msg_same")).toMatchObject({
    status: 422,
    body: { code: "validation_failed", errors: [{ path: "data.answer.count" }] },
  });
  expect((await give(ref, { count: 1 }, "msg_same")).body).toEqual({ outcome: "answered", repeated: false });
  expect((await view(id)).response).toMatchObject({ answer: { count: 1 } });
});

test("a ref that was not sent to this endpoint is none", async () => {
  expect((await give("AAAAAAAAAAAAAAAAAAAAAA", { count: 1 })).status).toBe(404);
});

test("a selection is answered by its options, and by nothing else", async () => {
  const options = ["a", "b"].map((value) => ({ value, label: value.toUpperCase() }));
  const { id, ref } = await askOut({
    ...questionTo(ana),
    interaction_type: "selection",
    request_data: { message: "Which?", options },
  });
  expect(eventsAbout(id)[0]!.event.data.question!.options).toEqual(options);
  expect((await give(ref, "c")).status).toBe(422);
  expect((await give(ref, "b")).body.outcome).toBe("answered");
});

test("free text is read as it is from any channel: as the answer, or kept for people", async () => {
  const options = ["Berlin", "Hamburg"].map((value) => ({ value, label: value }));
  const which = {
    ...questionTo(ana),
    interaction_type: "selection",
    request_data: { message: "Which city?", options },
  };
  const clear = await askOut(which);
  const unclear = await askOut(which);
  const say = (ref: string, text: string) => post(connected, signed(secret, { ref, text }));
  expect((await say(clear.ref, "Hamburg")).body).toEqual({ outcome: "answered", repeated: false });
  expect((await view(clear.id)).response).toMatchObject({ answer: "Hamburg" });
  expect((await say(unclear.ref, "Why do you ask?")).body).toEqual({ outcome: "kept", repeated: false });
  expect((await view(unclear.id)).status).toBe("pending");
  for (let more = 1; more < 20; more += 1) await say(unclear.ref, `Why? ${more}`);
  expect((await say(unclear.ref, "Why, once more?")).status).toBe(429);
});

test("of an event that comes after a later one, the time says which of them holds", async () => {
  const { id, ref } = await askOut();
  pass(10);
  await give(ref, { count: 1 });
  await deliver();
  const [changed, first] = eventsAbout(id).toReversed();
  expect([changed!.event.type, first!.event.type]).toEqual(["question.changed", "question.asked"]);
  expect(changed!.event.timestamp > first!.event.timestamp).toBe(true);
  // The endpoint answers once more by what it read last: the question says that it has ended.
  expect((await give(refOf(first!), { count: 2 })).status).toBe(409);
});

test("once it is disconnected nothing goes out, nothing comes in, and nobody is linked", async () => {
  const { ref } = await askOut();
  const before = came.length;
  await closeChannelAccount(world.admin, await hook.accountOf(ana), gateway);
  expect((await give(ref, { count: 1 })).status).toBe(401);
  expect(await readLinks(ana, gateway)).toEqual([]);
  await deliver();
  expect(came).toHaveLength(before);
  const again = await hook.connect();
  expect(again.answers_to).not.toBe(connected.answers_to);
  expect((await post(again, signed(again.secret, { ref, answer: { count: 1 } }))).status).toBe(404);
});

test("the ledger finds no fault in the questions that it answered", async () => {
  expect(await hook.faults()).toEqual([]);
});
