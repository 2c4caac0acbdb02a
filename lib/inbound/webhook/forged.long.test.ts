import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { readRefused } from "@/lib/gateway/controls/refused-deliveries";
import { newWebhookSecret } from "@/lib/outbound";
import { proposals } from "@/lib/gateway/testing/proposals";
import { type SignedPost, headersOf, useQuestionWebhook } from "./testing/use-question-webhook";

/** Requests that the endpoint did not send, or may not answer with. None of them answers or decides anything. */

const hook = await useQuestionWebhook();
const { world, gateway, owner, ask, deliver, eventsAbout, signed, post, time } = hook;
const ana = world.approver;
const connected = await hook.connect();
const { secret } = connected;
await hook.letAnswer(ana);
const other = await world.addTenant();
const theirs = await hook.connect(await other.person("Uma", "admin"), hook.urlOf("theirs"));

const QUESTION = { responders: [{ user_id: ana.userId }], timeout_seconds: 86_400 };
const id = await ask(QUESTION);
await deliver();
const [sentOut] = eventsAbout(id);
const { ref } = sentOut!.event.data;
const genuine = signed(secret, { ref, answer: { count: 3 } });

/** The same number each run. */
const chance = (seed: number, of: number) =>
  createHash("sha256").update(`forged-${seed}`).digest().readUInt32BE(0) % of;
const changedAt = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
const withHeader = (name: string, value: string): SignedPost => ({
  ...genuine,
  headers: { ...genuine.headers, [`webhook-${name}`]: value },
});
const { "webhook-signature": signature, "webhook-timestamp": timestamp } = genuine.headers as Record<
  string,
  string
>;

function forgedOf(seed: number): SignedPost {
  const data = { ref, answer: { count: 3 } };
  switch (seed % 10) {
    case 0:
      return signed(newWebhookSecret(), data);
    case 1:
      return signed(theirs.secret, data);
    case 2:
      return signed(secret, data, {
        sentAt: new Date(time.now.getTime() - (301 + chance(seed, 90_000)) * 1_000),
      });
    case 3:
      return signed(secret, data, {
        sentAt: new Date(time.now.getTime() + (301 + chance(seed, 90_000)) * 1_000),
      });
    case 4:
      return { ...genuine, body: changedAt(genuine.body, chance(seed, genuine.body.length)) };
    case 5:
      return withHeader("signature", changedAt(signature!, 3 + chance(seed, 43)));
    case 6:
      return withHeader("id", `msg_${seed}`);
    case 7:
      return withHeader(
        "timestamp",
        [`${Number(timestamp) + 1}`, "", "0", "-1", "1e9", "soon"][chance(seed, 6)]!,
      );
    case 8:
      return withHeader("signature", ["", "v1,", "v1", "v2,AAAA", "v1,????", "v1a,AAAA"][chance(seed, 6)]!);
    default:
      return { ...genuine, body: genuine.body.slice(0, chance(seed, genuine.body.length)) };
  }
}

/** At so many at once. */
async function all<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let at = 0; at < count; at += 20)
    done.push(
      ...(await Promise.all(Array.from({ length: Math.min(20, count - at) }, (_, more) => work(at + more)))),
    );
  return done;
}
const statusesOf = (answers: { status: number }[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted();

const FORGED = 3_000;
test("3,000 forged deliveries: none is accepted, each is told the same, and none leaves a row", async () => {
  const answers = await all(FORGED, (seed) => post(connected, forgedOf(seed)));
  expect(statusesOf(answers)).toEqual([401]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.code))).size).toBe(1);
  expect(await owner`SELECT 1 FROM channel_deliveries`).toEqual([]);
  expect(await owner`SELECT 1 FROM hil_responses`).toEqual([]);
  const refused = await readRefused({ seconds: 3_600 }, gateway);
  expect(refused.find(({ route }) => route === "questions")).toMatchObject({ forged: FORGED, malformed: 0 });
});

test("the answer of one company's endpoint is none at another's address", async () => {
  expect((await post(theirs, genuine)).status).toBe(401);
  expect((await post(theirs, signed(theirs.secret, { ref, answer: { count: 3 } }))).status).toBe(404);
  const names = ["", "x", "A".repeat(22), "..%2f", connected.answers_to.split("/").at(-1)!.slice(0, 21)];
  for (const name of names)
    expect((await post({ answers_to: `https://x.example/q/${name}` }, genuine)).status).toBe(401);
});

test("a message of ours that somebody sends back is no answer", async () => {
  const back = { headers: Object.fromEntries(headersOf(sentOut!)), body: sentOut!.body };
  expect(await post(connected, back)).toMatchObject({ status: 400, body: { code: "malformed_request" } });
});

const keptOf = (tenantId: number) => owner`SELECT 1 FROM channel_deliveries WHERE tenant_id = ${tenantId}`;
const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const malformed = [
  "",
  "null",
  "[]",
  "{",
  '"x"',
  "{}",
  '{"type":"question.answer"}',
  '{"type":"question.answer","data":null}',
  JSON.stringify({ type: "question.answer", data: { ref } }),
  JSON.stringify({ type: "question.answer", data: { ref, answer: 1, text: "x" } }),
  JSON.stringify({ type: "question.answer", data: { ref: 1, answer: 1 } }),
  JSON.stringify({ type: "question.answer", data: { ref, answer: "\u0000" } }),
  JSON.stringify({ type: "question.answer", data: { ref, text: "" } }),
  JSON.stringify({ type: "question.answer", data: { ref, answer: 1 }, more: 1 }),
  JSON.stringify({ type: "question.asked", data: { ref, answer: 1 } }),
  `{"type":"question.answer","data":{"ref":"${ref}","answer":${deep(100)}}}`,
  `{"type":"question.answer","data":{"ref":"${ref}","answer":${deep(100_000)}}}`,
  JSON.stringify({ type: "question.answer", data: { ref, answer: "x".repeat(40_000) } }),
];
test.each(malformed.map((body, at) => [at, body] as const))(
  "what is signed and is no answer is 400, and leaves no row (%s)",
  async (_at, body) => {
    expect((await post(connected, signed(secret, null, { body }))).status).toBe(400);
    expect(await keptOf(ana.tenantId)).toEqual([]);
  },
);

test("a body of more than a megabyte is refused before anything is worked out", async () => {
  const body = JSON.stringify({ type: "question.answer", data: { ref, text: "x".repeat(1_000_001) } });
  expect((await post(connected, signed(secret, null, { body }))).status).toBe(413);
});

const YES = [
  true,
  "yes",
  { approved: true },
  { approved: true, comment: "ok" },
  "approve",
  1,
  { decision: "approve" },
];
const WORDS = ["yes", "approved", "LGTM", "ja, genehmigt", "approve it", "ok", "go ahead", "oui"];
test("1,000 approvals in values and words decide nothing: not a question, not a proposed action", async () => {
  const { proposal } = await world.propose(proposals.arNote());
  const approvals: string[] = [];
  for (let more = 0; more < 50; more += 1) {
    const question = await ask({
      ...QUESTION,
      interaction_type: "approval",
      request_data: { message: "May we?" },
    });
    await deliver();
    approvals.push(eventsAbout(question)[0]!.event.data.ref);
  }
  const answers = await all(1_000, (seed) => {
    const of = seed % 10 === 9 ? randomBytes(16).toString("base64url") : approvals[seed % approvals.length]!;
    const given =
      seed % 5 > 0 ? { answer: YES[seed % YES.length] } : { text: `${WORDS[seed % WORDS.length]} ${seed}` };
    return post(connected, signed(secret, { ref: of, ...given }));
  });
  expect(statusesOf(answers)).toEqual([200, 403, 404]);
  expect(answers.filter(({ status, body }) => status === 200 && body.outcome !== "kept")).toEqual([]);
  expect(
    await owner`SELECT 1 FROM hil_interactions WHERE interaction_type = 'approval' AND status <> 'pending'`,
  ).toEqual([]);
  expect(await owner`SELECT 1 FROM hil_responses WHERE response IS NOT NULL`).toEqual([]);
  expect(await world.statusOf(proposal.id)).toBe("pending");
  expect(await owner`SELECT 1 FROM decisions`).toEqual([]);
});

test("the genuine one, last, is taken: the others were refused for what they were", async () => {
  expect((await post(connected, genuine)).body).toEqual({ outcome: "answered", repeated: false });
});
