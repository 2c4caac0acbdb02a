import { beforeEach, describe, expect, test } from "vitest";
import { deliverMessages } from "./deliver-messages";
import { useMail } from "./testing/use-mail";

/** Questions by mail, over real SMTP. */

const { server, world, gateway, ask, answer, pass, sweep, deliver, mailsTo, prefer } = await useMail();
const { owner, tenantId } = world;
const ana = world.approver;
const otto = await world.home.person("Otto", "approver");

beforeEach(async () => {
  server.fault = () => null;
  pass(86_400);
  await sweep();
  await deliver();
  server.mails.length = 0;
});

describe("a question", () => {
  test("reaches everybody it asks by one mail, however often its event comes", async () => {
    const id = await ask({ responders: [{ role: "approver" }] });
    await Promise.all(Array.from({ length: 50 }, () => deliverMessages(tenantId, gateway)));
    for (const person of [ana, otto])
      expect(mailsTo(person)).toMatchObject([
        {
          subject: `Question #${id} · pricing-agent`,
          text: expect.stringContaining("> How many?"),
          messageId: expect.stringMatching(/^<[\w-]{22}\.first@sign\.example>$/),
        },
      ]);
    // Administrators answer for every role.
    expect(server.mails).toHaveLength(3);
  });
  test("that somebody answered in the app is called over to the others, once, in the same thread", async () => {
    const id = await ask({ responders: [{ user_id: ana.userId }, { user_id: otto.userId }] });
    await deliver();
    await answer(ana, id);
    await Promise.all([deliver(), deliver()]);
    pass(30);
    await deliver();
    expect(mailsTo(ana)).toHaveLength(1);
    const [first, second, ...more] = mailsTo(otto);
    expect(more).toEqual([]);
    expect(second).toMatchObject({
      subject: `Re: ${first!.subject}`,
      inReplyTo: first!.messageId,
      references: first!.messageId,
      text: expect.stringMatching(/^Ana answered\. Nothing is left to do\./),
    });
  });
  test("is reminded of and warned of in its thread, once each", async () => {
    await ask({ timeout_seconds: 2_400, reminder_seconds: 1_200 });
    await deliver();
    for (const seconds of [1_201, 330, 60, 60]) {
      pass(seconds);
      await sweep();
      await Promise.all([deliver(), deliver()]);
    }
    const mails = mailsTo(ana);
    expect(mails.map(({ messageId }) => messageId!.split(".")[1]!.split("@")[0])).toEqual([
      "first",
      "reminder-1",
      "warning",
    ]);
    expect(new Set(mails.slice(1).map(({ inReplyTo }) => inReplyTo))).toEqual(new Set([mails[0]!.messageId]));
  });
  test("goes to nobody who turned it off, was removed or belongs to another company", async () => {
    const quiet = await world.home.person("Quiet", "approver");
    await prefer(quiet, false, null);
    const removed = await world.home.person("Removed", "approver");
    await owner`UPDATE memberships SET revoked_at = clock_timestamp() WHERE user_id = ${removed.userId}`;
    const other = await world.addTenant();
    const stranger = await other.person("Stranger", "approver");
    await ask({ responders: [{ role: "approver" }] });
    await deliver();
    expect([quiet, removed, stranger].flatMap(mailsTo)).toEqual([]);
    expect(mailsTo(ana)).toHaveLength(1);
  });
  test("to an address that is none is given up and reaches the others", async () => {
    const odd = await world.home.person("Odd", "approver");
    await owner`UPDATE users SET email = 'odd@evil.example>, all@evil.example' WHERE id = ${odd.userId}`;
    await ask({ responders: [{ user_id: odd.userId }, { user_id: ana.userId }] });
    await deliver();
    expect(server.mails.map(({ envelope }) => envelope.to)).toEqual([[ana.email]]);
  });
});

describe("a mail server", () => {
  test("that is down and comes back has lost nothing and doubled nothing", async () => {
    server.fault = () => ({ at: "drop_before_data" });
    const ids = [];
    for (let index = 0; index < 10; index += 1) ids.push(await ask({ timeout_seconds: 14_400 }));
    for (let minute = 0; minute < 60; minute += 5) {
      await deliver();
      pass(300);
    }
    expect(server.mails).toEqual([]);
    server.fault = () => null;
    pass(1_800);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(
      mailsTo(ana)
        .map(({ subject }) => Number(/#(\d+)/.exec(subject!)![1]))
        .sort(),
    ).toEqual(ids.sort());
  });
  test("that cuts the line after a mail gets a copy under the same name ten minutes later, and not before", async () => {
    server.fault = () => ({ at: "drop_after_data" });
    await ask({ timeout_seconds: 14_400 });
    await deliver();
    server.fault = () => null;
    pass(300);
    await deliver();
    expect(mailsTo(ana)).toHaveLength(1);
    pass(301);
    await deliver();
    const [first, copy] = mailsTo(ana);
    expect(copy).toMatchObject({
      messageId: first!.messageId,
      subject: first!.subject,
      text: expect.stringMatching(/^You may have had this before/),
    });
    pass(3_600);
    await deliver();
    expect(mailsTo(ana)).toHaveLength(2);
  });
  test("that bounces one address goes on with the others", async () => {
    server.fault = (to) =>
      to === ana.email ? { at: "recipient", code: 550, message: "No such user" } : null;
    await ask({ responders: [{ user_id: ana.userId }, { user_id: otto.userId }] });
    await deliver();
    pass(3_000);
    await deliver();
    expect(mailsTo(ana)).toEqual([]);
    expect(mailsTo(otto)).toHaveLength(1);
    const rows =
      await owner`SELECT last_error FROM channel_messages WHERE state = 'failed' AND user_id = ${ana.userId}`;
    expect(rows).toContainEqual({ last_error: "The mail server said: 550 No such user" });
  });
});

test("a question from before mail was set up reaches people once it is", async () => {
  const channels = gateway.channels;
  gateway.channels = [];
  await ask({ timeout_seconds: 7_200 });
  await deliver();
  expect(server.mails).toEqual([]);
  gateway.channels = channels;
  await deliver();
  expect(mailsTo(ana)).toHaveLength(1);
});
