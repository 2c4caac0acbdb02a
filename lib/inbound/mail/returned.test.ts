import { beforeEach, expect, test } from "vitest";
import { readQuestionReach } from "@/lib/interactions/read-reach";
import { sweepInteractions } from "@/lib/interactions/sweep-interactions";
import { readChannels } from "@/lib/messages/read-channels";
import { type Written, useInboundMail } from "./testing/use-inbound-mail";

/** Mail that a server returns, from the server's report to the page that says whom a question reached, over real SMTP. */

const mail = await useInboundMail();
const { world, gateway, askBy, hand, counts } = mail;
const { approver: ana, admin } = world;
beforeEach(() => {
  mail.server.mails.length = 0;
});

const mailbox = "550 5.1.1 <ana@example.com>: no such user";

/** As RFC 3464 has it. */
function reportOn(
  to: string,
  original: string,
  { action = "failed", by = null as string | null } = {},
): Written {
  const text = [
    "--r",
    "Content-Type: text/plain",
    "",
    "3 is what we could not deliver.",
    "--r",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.sign.example",
    "",
    "Final-Recipient: rfc822; ana@example.com",
    `Action: ${action}`,
    "Status: 5.1.1",
    `Diagnostic-Code: smtp; ${mailbox}`,
    "--r",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: ${original}`,
    "Subject: Question",
    "--r--",
  ].join("\r\n");
  const headers = [
    "MIME-Version: 1.0",
    "Auto-Submitted: auto-replied",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="r"',
  ];
  return { from: "mailer-daemon@mx.sign.example", envelopeFrom: by, to, text, headers };
}

const sentId = () => mail.server.mails.at(-1)!.messageId!;
const reachOf = async (id: number) => (await readQuestionReach(admin, id, gateway)).reached[0]!;
const figures = async () =>
  (await readChannels(admin, gateway)).channels.find(({ kind }) => kind === "email")!.accounts![0]!;

test("a mail that came back is shown on the message it concerns, and counts once as a failed attempt", async () => {
  const { id, to } = await askBy(ana);
  const before = await figures();
  expect(await reachOf(id)).toMatchObject({ state: "sent", returned_at: null });
  const replies = (await counts()).replies;
  const report = reportOn(to, sentId());
  for (let time = 0; time < 3; time += 1) expect(await hand(report)).toBe(250);
  expect(await reachOf(id)).toMatchObject({
    state: "failed",
    returned_at: "2026-11-28T08:00:00.000Z",
    problem: expect.stringContaining("The mail came back: 5.1.1 550 5.1.1"),
  });
  expect((await figures()).not_sent).toBe(before.not_sent + 1);
  expect(await counts()).toMatchObject({ replies, answers: 0 });
});

test("nothing more is sent to that person about it, and a colleague still gets theirs", async () => {
  const ben = await world.home.person("Ben", "approver");
  const { id, to } = await askBy(ana, {
    rule: "all",
    responders: [ana, ben].map(({ userId }) => ({ user_id: userId })),
    reminder_seconds: 60,
  });
  const own = mail.mailsTo(ana).at(-1)!.messageId!;
  await hand(reportOn(to, own));
  mail.server.mails.length = 0;
  mail.pass(61);
  await sweepInteractions(gateway);
  await mail.deliver();
  expect(mail.mailsTo(ben)).toHaveLength(1);
  expect(mail.mailsTo(ana)).toHaveLength(0);
  expect(
    (await readQuestionReach(admin, id, gateway)).reached.map(({ name, state }) => [name, state]),
  ).toEqual([
    ["Ana", "failed"],
    ["Ben", "sent"],
  ]);
});

test.each<[string, (to: string) => Written]>([
  ["of a delay", (to) => reportOn(to, sentId(), { action: "delayed" })],
  ["from a sender of mail", (to) => reportOn(to, sentId(), { by: "eve@evil.example" })],
  ["about another mail", (to) => reportOn(to, `<${"x".repeat(22)}.1@sign.example>`)],
])("a report %s returns nothing", async (_, report) => {
  const { id, to } = await askBy(ana);
  expect(await hand(report(to))).toBe(250);
  expect(await reachOf(id)).toMatchObject({ state: "sent", returned_at: null });
});

test("a channel of which many mails came back is failing", async () => {
  const asked = [];
  for (let count = 0; count < 3; count += 1) {
    const one = await askBy(ana);
    asked.push(reportOn(one.to, sentId()));
  }
  for (const report of asked) await hand(report);
  expect((await figures()).health).toBe("failing");
});
