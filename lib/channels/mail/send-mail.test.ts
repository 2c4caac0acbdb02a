import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import type { MailSettings } from "@/lib/core/message/mail-settings";
import { sendMail } from "./send-mail";
import { openMailServer } from "./testing/mail-server";

const server = await openMailServer();
const guarded = await openMailServer({ user: "cs", password: "right" });
afterAll(() => Promise.all([server.close(), guarded.close()]));
beforeEach(() => {
  server.fault = () => null;
  server.mails.length = 0;
});

const settings = (more: Partial<MailSettings> = {}): MailSettings => ({
  host: "127.0.0.1",
  port: server.port,
  security: "off",
  login: null,
  from: { name: "Countersign", address: "cs@sign.example" },
  ...more,
});
const mail = {
  subject: "Question #12 · Köchin",
  text: "How many?\n",
  html: "<p>How many?</p>",
  to: "ana@example.com",
  messageId: "<ref.first@sign.example>",
  firstMessageId: null,
  about: null,
  replyTo: null as string | null,
  namedBy: {},
};
const send = (more: Partial<typeof mail> = {}, of: Partial<MailSettings> = {}) =>
  sendMail(settings(of), { ...mail, ...more });

test("a mail arrives whole, under its own name, and says that no machine should answer", async () => {
  expect(await send()).toEqual({ kind: "sent", externalId: mail.messageId });
  const [arrived] = server.mails;
  expect(arrived).toMatchObject({
    subject: mail.subject,
    text: expect.stringContaining(mail.text),
    html: expect.stringContaining(mail.html),
    messageId: mail.messageId,
    from: { name: "Countersign", address: "cs@sign.example" },
    envelope: { from: "cs@sign.example", to: ["ana@example.com"] },
  });
  const header = (key: string) => arrived!.headers.find((one) => one.key === key)?.value;
  expect(header("auto-submitted")).toBe("auto-generated");
  expect(header("x-auto-response-suppress")).toBe("All");
  // It is for one person, and no bulk: nothing of it is unsubscribed by one press.
  for (const absent of ["in-reply-to", "list-unsubscribe", "list-unsubscribe-post", "precedence"])
    expect(header(absent), absent).toBeUndefined();
});

test("one that follows names the first", async () => {
  await send({ messageId: "<ref.warning@sign.example>", firstMessageId: mail.messageId as never });
  expect(server.mails[0]).toMatchObject({ inReplyTo: mail.messageId, references: mail.messageId });
});

test("a reply and a bounce come back to the address that the mail names", async () => {
  const replyTo = "reply+token@in.sign.example";
  await send({ replyTo });
  expect(server.mails[0]).toMatchObject({
    from: { name: "Countersign", address: "cs@sign.example" },
    replyTo: [{ name: "Countersign", address: replyTo }],
    envelope: { from: replyTo, to: ["ana@example.com"] },
  });
});

test("no text makes a header of its own", async () => {
  await send({ subject: "x\r\nBcc: all@evil.example\r\n\r\nbody" });
  expect(server.mails[0]!.headers.map(({ key }) => key)).not.toContain("bcc");
  expect(server.mails[0]!.envelope.to).toEqual(["ana@example.com"]);
});

describe("how it ended is told truly:", () => {
  const at = (code: number, where: "recipient" | "message" | "sender") => {
    server.fault = () => ({ at: where, code, message: "no" });
  };
  test.each([
    ["recipient", 450, "later", "message"],
    ["recipient", 550, "refused", "message"],
    ["message", 451, "later", "message"],
    ["message", 554, "refused", "message"],
    ["recipient", 421, "later", "account"],
    ["sender", 550, "later", "account"],
    ["sender", 451, "later", "account"],
  ] as const)("%s answered with %i is %s for the %s", async (where, code, kind, scope) => {
    at(code, where);
    expect(await send()).toMatchObject({
      kind,
      scope,
      why: expect.stringContaining("The mail server said: "),
    });
    expect(server.mails).toEqual([]);
  });
  test("a line that is cut before the message is a mail that was not sent", async () => {
    server.fault = () => ({ at: "drop_before_data" });
    expect(await send()).toMatchObject({ kind: "later", scope: "account" });
    expect(server.mails).toEqual([]);
  });
  test("one that is cut after it is a mail that may have arrived", async () => {
    server.fault = () => ({ at: "drop_after_data" });
    expect(await send()).toMatchObject({ kind: "unknown" });
    expect(server.mails).toHaveLength(1);
  });
  test("a server that is not there, or that has no encryption where we ask for it, gets nothing", async () => {
    const closed = net.createServer();
    await once(closed.listen(0, "127.0.0.1"), "listening");
    const { port } = closed.address() as AddressInfo;
    await once(closed.close(), "close");
    expect(await send({}, { port })).toMatchObject({ kind: "later", scope: "account" });
    expect(await send({}, { security: "starttls" })).toMatchObject({ kind: "later", scope: "account" });
    expect(server.mails).toEqual([]);
  });
  test("a wrong login holds the account, and neither login nor password is in what it says", async () => {
    const login = { user: "cs", password: "wr0ng-s3cret" };
    const outcome = await send({}, { port: guarded.port, login });
    expect(outcome).toMatchObject({ kind: "later", scope: "account" });
    expect(JSON.stringify(outcome)).not.toContain(login.password);
    const right = { user: "cs", password: "right" };
    expect(await send({}, { port: guarded.port, login: right })).toMatchObject({ kind: "sent" });
  });
});
