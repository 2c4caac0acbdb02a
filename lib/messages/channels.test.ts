import { expect, test } from "vitest";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { readChannels, setPreference } from "./read-channels";
import { testChannel } from "./test-channel";
import { useMail } from "./testing/use-mail";

/** People's choices of channels, their view of them, and the test message. */

const { server, world, gateway, ask, deliver, pass, sweep, mailsTo } = await useMail();
const ana = world.approver;
const { admin, viewer } = world;
const mailOf = async (person: typeof ana) => (await readChannels(person, gateway)).channels[0]!;

test("mail that is not set up says what to set, and a choice can be made before", async () => {
  const channels = gateway.channels;
  gateway.channels = [];
  expect(await mailOf(ana)).toEqual({
    kind: "email",
    title: "Mail",
    missing: "Mail is not set up: set SMTP_URL and MAIL_FROM, and start the app again.",
    reaches: ana.email,
    carries_actions: true,
    endpoint: null,
    questions: true,
    tier_min: null,
    outcomes: true,
    outcomes_chosen: false,
    accounts: null,
  });
  await setPreference(ana, { kind: "email", questions: false, tier_min: 4 }, gateway);
  await expectRefusal(testChannel(ana, "email", gateway), "not_found");
  gateway.channels = channels;
  expect(await mailOf(ana)).toMatchObject({ missing: null, questions: false, tier_min: 4 });
  await ask({ timeout_seconds: 60 });
  await deliver();
  expect(mailsTo(ana)).toEqual([]);
  pass(61);
  await sweep();
  await setPreference(ana, { kind: "email", questions: true, tier_min: null }, gateway);
  expect(await mailOf(viewer)).toMatchObject({ questions: true, tier_min: null });
});

test("a test message goes to oneself, and says what became of it", async () => {
  server.mails.length = 0;
  expect(await testChannel(ana, "email", gateway)).toMatchObject({ outcome: "sent" });
  expect(server.mails).toMatchObject([
    { envelope: { to: [ana.email] }, text: expect.stringMatching(/^You asked for this test\./) },
  ]);
  server.fault = () => ({ at: "recipient", code: 550, message: "No such user" });
  expect(await testChannel(ana, "email", gateway)).toEqual({
    outcome: "not_sent",
    words: "The mail server said: 550 No such user",
  });
  server.fault = () => ({ at: "drop_after_data" });
  expect(await testChannel(ana, "email", gateway)).toMatchObject({ outcome: "unknown" });
  server.fault = () => null;
});

test("five a minute are enough", async () => {
  const send = () => testChannel(viewer, "email", gateway);
  for (let count = 0; count < 5; count += 1) await send();
  await expectRefusal(send(), "rate_limited");
});

test("administrators see how it fares, on the page and in the banner, and nobody else does", async () => {
  server.fault = () => ({ at: "sender", code: 550, message: "Not from here" });
  await ask({ timeout_seconds: 7_200 });
  await ask({ timeout_seconds: 7_200 });
  for (let round = 0; round < 4; round += 1) {
    await deliver();
    pass(130);
  }
  const [account] = (await mailOf(admin)).accounts!;
  expect(account).toMatchObject({
    health: "failing",
    state: "open",
    waiting: 2,
    last_error: "The mail server said: 550 Not from here",
  });
  expect(account!.not_sent).toBeGreaterThanOrEqual(3);
  expect((await readOverview(admin, gateway)).failing_channels).toEqual(["Mail"]);
  expect((await mailOf(ana)).accounts).toBeNull();
  expect((await readOverview(ana, gateway)).failing_channels).toEqual([]);
  server.fault = () => null;
  expect(await testChannel(admin, "email", gateway)).toMatchObject({ outcome: "sent" });
  await deliver();
  expect((await mailOf(admin)).accounts![0]).toMatchObject({
    waiting: 0,
    paused_until: null,
    last_error: null,
  });
});
