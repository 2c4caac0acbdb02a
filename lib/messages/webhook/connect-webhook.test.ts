import { expect, test } from "vitest";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { inSession, steppedUp } from "@/lib/gateway/testing/step-up";
import { readChannelAccounts } from "@/lib/messages/connect-slack";
import { readLinks } from "@/lib/messages/links";
import { readChannels, setPreference } from "@/lib/messages/read-channels";
import { testChannel } from "@/lib/messages/test-channel";
import { useQuestionWebhook } from "@/lib/inbound/webhook/testing/use-question-webhook";
import { connectQuestionWebhook, moveQuestionWebhook, rotateQuestionWebhook } from "./connect-webhook";
import { letWebhookAnswer } from "./let-answer";

/** An administrator connects an endpoint, and people let it answer for them. */

const hook = await useQuestionWebhook();
const { world, gateway, owner, ask, deliver, pass, came, eventsAbout, signed, post, urlOf } = hook;
const { admin, approver: ana } = world;
const QUESTION = { channel_type: "webhook", responders: [{ user_id: ana.userId }] };
const url = urlOf("questions");

const move = async (to: string) =>
  moveQuestionWebhook(
    await steppedUp(owner, admin, "change_webhook_address", `channel:${await hook.accountOf(admin)}:${to}`),
    { url: to },
    gateway,
  );
const rotate = async () =>
  rotateQuestionWebhook(
    await steppedUp(owner, admin, "rotate_webhook_secret", `channel:${await hook.accountOf(admin)}`),
    gateway,
  );
const channel = async () =>
  (await readChannels(ana, gateway)).channels.find(({ kind }) => kind === "webhook");
const refOfNew = async (): Promise<string> => {
  const id = await ask(QUESTION);
  await deliver();
  return eventsAbout(id)[0]!.event.data.ref;
};
const statusOf = async (to: { answers_to: string }, secret: string) =>
  (await post(to, signed(secret, { ref: await refOfNew(), answer: { count: 1 } }))).status;

const hostile = [
  "http://hooks.example.com/q",
  "https://127.0.0.1/q",
  "https://[::1]/q",
  "https://10.0.0.1/q",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost/q",
  "https://db.internal/q",
  "https://user:pass@hooks.example.com/q",
  "https://countersign.example.com/api/health",
  "https://hooks.example.com:22/q",
  "ftp://hooks.example.com/q",
];
test.each(hostile)("an address that may not be called is refused by its field: %s", async (to) => {
  const stepped = await steppedUp(owner, admin, "connect_channel", `webhook:${to}`);
  await expectRefusal(connectQuestionWebhook(stepped, { label: "Desk", url: to }, gateway), {
    code: "validation_failed",
    issues: [expect.objectContaining({ path: "url" })],
  });
});

test("connecting is an administrator's, in a session, with a fresh code for this address", async () => {
  const input = { label: "Desk", url };
  await expectRefusal(connectQuestionWebhook(ana, input, gateway), { code: "not_allowed" });
  await expectRefusal(connectQuestionWebhook(admin, input, gateway), { code: "session_required" });
  const session = await inSession(owner, admin);
  await expectRefusal(connectQuestionWebhook(session, input, gateway), { code: "step_up_missing" });
  const other = await steppedUp(owner, admin, "connect_channel", `webhook:${urlOf("other")}`);
  await expectRefusal(connectQuestionWebhook(other, input, gateway), { code: "step_up_invalid" });
  expect((await readChannelAccounts(admin, gateway)).webhook).toBeNull();
  expect(await channel()).toBeUndefined();
});

test("a company has one, whose secret is answered once and stands nowhere in the clear", async () => {
  const connected = await hook.connect();
  expect(connected.secret).toMatch(/^whsec_/);
  expect(connected.answers_to).toMatch(
    /^https:\/\/countersign\.example\.com\/api\/v1\/public\/webhooks\/questions\/[\w-]{22}$/,
  );
  await expectRefusal(hook.connect(), { code: "already_exists" });
  const shown = await readChannelAccounts(admin, gateway);
  expect(shown.webhook).toMatchObject({ url, answers_to: connected.answers_to, answers_for: 0 });
  const rows = await owner`SELECT to_jsonb(a)::text AS text FROM channel_accounts a
    UNION ALL SELECT to_jsonb(e)::text FROM events e`;
  for (const text of [JSON.stringify(shown), ...rows.map((row) => String(row.text))])
    expect(text).not.toContain(connected.secret.slice("whsec_".length));
});

test("a person lets it answer in a session of theirs, for the address that they saw", async () => {
  const account_id = await hook.accountOf(ana);
  const host = new URL(url).host;
  const session = { ...ana, via: "session" } as const;
  const token = { ...ana, via: "token" } as const;
  await expectRefusal(letWebhookAnswer(token, { account_id, host }, gateway), { code: "session_required" });
  await expectRefusal(letWebhookAnswer(session, { account_id, host: "other.example.com" }, gateway), {
    code: "changed",
  });
  expect(await channel()).toMatchObject({
    reaches: null,
    carries_actions: false,
    endpoint: { account_id, label: "Order desk", host, link_id: null },
  });
  const let1 = await letWebhookAnswer(session, { account_id, host }, gateway);
  expect(await letWebhookAnswer(session, { account_id, host }, gateway)).toEqual(let1);
  expect(await channel()).toMatchObject({ reaches: host });
  expect((await readChannelAccounts(admin, gateway)).webhook).toMatchObject({ answers_for: 1 });
  expect(await owner`SELECT actor_label FROM events WHERE event_type = 'channel.linked'`).toEqual([
    { actor_label: ana.name },
  ]);
});

test("a test goes to it by hand, and holds no question", async () => {
  came.length = 0;
  expect(await testChannel(ana, "webhook", gateway)).toMatchObject({ outcome: "sent" });
  expect(came.map(({ event }) => event)).toMatchObject([
    { type: "test", data: { status: null, question: null, answer_by: null } },
  ]);
});

test("it is not offered for proposed actions", async () => {
  const preference = { kind: "webhook", questions: true, tier_min: 1, outcomes: true } as const;
  await expectRefusal(setPreference(ana, preference, gateway), {
    code: "validation_failed",
    issues: [expect.objectContaining({ path: "tier_min" }), expect.objectContaining({ path: "outcomes" })],
  });
  await setPreference(ana, { kind: "webhook", questions: true, tier_min: null }, gateway);
});

test("after a rotation both secrets count in both directions for a day, then the new one alone", async () => {
  const first = await rotate();
  const second = await rotate();
  expect(second.answers_to).toBe(first.answers_to);
  expect((await readChannelAccounts(admin, gateway)).webhook?.previous_secret_until).not.toBeNull();
  const ref = await refOfNew();
  const event = came.findLast(({ event: { data } }) => data.ref === ref)!;
  expect([hook.isSignedBy(event, first.secret), hook.isSignedBy(event, second.secret)]).toEqual([true, true]);
  expect([await statusOf(second, first.secret), await statusOf(second, second.secret)]).toEqual([200, 200]);
  pass(24 * 3_600 + 1);
  expect([await statusOf(second, first.secret), await statusOf(second, second.secret)]).toEqual([401, 200]);
  expect(hook.isSignedBy(came.at(-1)!, first.secret)).toBe(false);
  expect((await readLinks(ana, gateway)).length).toBe(1);
});

test("another address has a secret of its own, and nobody's answers come from it until they say so", async () => {
  const before = await rotate();
  const old = await refOfNew();
  const moved = await move(urlOf("elsewhere"));
  expect(await readLinks(ana, gateway)).toEqual([]);
  const by = (secret: string) => post(moved, signed(secret, { ref: old, answer: { count: 1 } }));
  expect([(await by(before.secret)).status, (await by(moved.secret)).status]).toEqual([401, 403]);
  came.length = 0;
  await ask(QUESTION);
  await deliver();
  expect(came).toEqual([]);
  await hook.letAnswer(ana);
  expect(await statusOf(moved, moved.secret)).toBe(200);
});

test("an address that was written into the database gets nothing, and nothing comes in from it", async () => {
  const { secret, answers_to } = await rotate();
  const ref = await refOfNew();
  came.length = 0;
  await owner`UPDATE channel_accounts SET settings = jsonb_build_object('url', ${urlOf("evil")}::text) WHERE kind = 'webhook'`;
  await ask(QUESTION);
  await deliver();
  expect(came).toEqual([]);
  expect((await post({ answers_to }, signed(secret, { ref, answer: { count: 1 } }))).status).toBe(401);
});

test("a link holds for the address that its person saw, also where the box of another is put back", async () => {
  await owner`UPDATE channel_accounts SET settings = jsonb_build_object('url', ${urlOf("elsewhere")}::text) WHERE kind = 'webhook'`;
  const [former] = await owner<{ sealed: string; settings: { url: string } }[]>`
    SELECT sealed, settings FROM channel_accounts WHERE kind = 'webhook'`;
  await move(urlOf("third"));
  await hook.letAnswer(ana);
  await owner`UPDATE channel_accounts SET state = 'open', sealed = ${former!.sealed},
    settings = ${owner.json(former!.settings)} WHERE kind = 'webhook'`;
  came.length = 0;
  await ask(QUESTION);
  await deliver();
  expect(came).toEqual([]);
});
