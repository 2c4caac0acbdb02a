import { beforeEach, describe, expect, test } from "vitest";
import {
  PROVIDER_SETTINGS,
  type ProviderPost,
  readAmazonPage,
} from "@/lib/channels/mail/testing/mail-providers";
import {
  type EventProvider,
  type TakenMail,
  type ProviderEvent,
  eventPost,
  mailgunEventPost,
  sendGridEventsPost,
} from "@/lib/channels/mail/testing/provider-events";
import type { Person } from "@/lib/core/access/principal";
import { readQuestionReach } from "@/lib/interactions/read-reach";
import { sweepInteractions } from "@/lib/interactions/sweep-interactions";
import { readChannels } from "@/lib/messages/read-channels";
import { postAsProvider } from "./testing/post-as-provider";
import { useInboundMail } from "./testing/use-inbound-mail";

/** Providers' news of our mails, by their documented examples, from the mail that each of them got to the page. */

const mail = await useInboundMail(PROVIDER_SETTINGS);
const { world, gateway, time, askBy, counts } = mail;
const { approver: ana, admin } = world;
gateway.inboundMail = { ...gateway.inboundMail!, readPage: readAmazonPage };

beforeEach(() => {
  mail.server.mails.length = 0;
});

const post = async (provider: EventProvider, message: ProviderPost) => {
  const answer = await postAsProvider(gateway, provider, message);
  return { status: answer.status, outcome: ((await answer.json()) as { outcome?: string }).outcome };
};
/** The mail that this person got last, as its provider took it from us. */
const takenBy = (person: Person = ana): TakenMail => ({
  headers: new Map(
    mail
      .mailsTo(person)
      .at(-1)!
      .headers.map(({ key, value }) => [key, value]),
  ),
});
const tell = (provider: EventProvider, kind: ProviderEvent, taken: TakenMail = takenBy()) =>
  post(provider, eventPost(provider, kind, taken, time.now));
/** All letters before say whom and what the name is about. */
const SIGNATURE_AT = 40;
const changedAt = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === "a" ? "b" : "a"}${text.slice(at + 1)}`;
const reachOf = async (id: number) => (await readQuestionReach(admin, id, gateway)).reached[0]!;
const figures = async () =>
  (await readChannels(admin, gateway)).channels.find(({ kind }) => kind === "email")!.accounts![0]!;

describe.each<EventProvider>(["postmark", "sendgrid", "mailgun", "ses"])("%s", (provider) => {
  test("tells that a mail came back: it is shown on its message, counts once, and nothing follows", async () => {
    const { id } = await askBy(ana, { reminder_seconds: 60 });
    const before = await figures();
    const one = eventPost(provider, "bounced", takenBy(), time.now);
    expect(await post(provider, one)).toEqual({ status: 200, outcome: "noted" });
    expect((await post(provider, one)).status).toBe(200);
    expect(await tell(provider, "bounced")).toEqual({ status: 200, outcome: "noted" });
    expect(await reachOf(id)).toMatchObject({
      state: "failed",
      returned_at: time.now.toISOString(),
      problem: expect.stringMatching(/^The mail came back: .*(5\.1\.1|605)/),
    });
    expect((await figures()).not_sent).toBe(before.not_sent + 1);
    mail.server.mails.length = 0;
    mail.pass(61);
    await sweepInteractions(gateway);
    await mail.deliver();
    expect(mail.mailsTo(ana)).toEqual([]);
  });

  test("tells of a delay and of an opening, which change nothing", async () => {
    const { id } = await askBy(ana);
    for (const kind of ["delayed", "opened"] as const) expect((await tell(provider, kind)).status).toBe(200);
    expect(await reachOf(id)).toMatchObject({ state: "sent", returned_at: null, reported_at: null });
  });

  test("tells that a reader reported spam: it is shown beside the message, which was sent", async () => {
    const { id } = await askBy(ana);
    const before = await figures();
    const reportedAt = time.now.toISOString();
    expect(await tell(provider, "reported")).toEqual({ status: 200, outcome: "noted" });
    mail.pass(60);
    expect((await tell(provider, "reported")).status).toBe(200);
    expect(await reachOf(id)).toMatchObject({ state: "sent", returned_at: null, reported_at: reportedAt });
    expect((await figures()).not_sent).toBe(before.not_sent);
  });

  test("tells of a mail whose name we did not sign, or that has none, and nothing is written", async () => {
    const { id } = await askBy(ana);
    const { headers } = takenBy();
    const before = await counts();
    const changed = new Map(
      [...headers].map(([name, value]) => [
        name,
        value.replaceAll(/[a-z2-7]{55}/g, (token) => changedAt(token, SIGNATURE_AT)),
      ]),
    );
    for (const taken of [{ headers: changed }, { headers: new Map<string, string>() }])
      for (const kind of ["bounced", "reported"] as const)
        expect(await tell(provider, kind, taken)).toEqual({ status: 200, outcome: "no_address" });
    expect(await reachOf(id)).toMatchObject({ state: "sent", returned_at: null, reported_at: null });
    expect(await counts()).toEqual(before);
  });

  test("names the mail to its reader's message alone", async () => {
    const ben = await world.home.person(`Ben of ${provider}`, "approver");
    const { id } = await askBy(ana, {
      rule: "all",
      responders: [ana, ben].map(({ userId }) => ({ user_id: userId })),
    });
    await tell(provider, "bounced", takenBy(ben));
    const { reached } = await readQuestionReach(admin, id, gateway);
    expect(reached.map(({ name, state }) => [name, state])).toEqual([
      ["Ana", "sent"],
      [`Ben of ${provider}`, "failed"],
    ]);
  });
});

test("a mail names itself to providers that are set up, by nothing personal", async () => {
  const { to } = await askBy(ana);
  const { headers } = takenBy();
  const token = to.split(/[+@]/)[1]!;
  const name = new RegExp(`^${token}\\.[A-Za-z0-9_-]{22}$`);
  expect(headers.get("x-pm-metadata-countersign")).toMatch(name);
  expect(headers.get("x-pm-metadata-countersign")!.length).toBeLessThanOrEqual(80);
  expect(JSON.parse(headers.get("x-smtpapi")!)).toEqual({
    unique_args: { countersign: expect.stringMatching(name) },
  });
  expect(JSON.parse(headers.get("x-mailgun-variables")!)).toEqual({
    countersign: expect.stringMatching(name),
  });
});

test("one post of SendGrid tells of several mails", async () => {
  const first = await askBy(ana);
  const taken = [takenBy()];
  const second = await askBy(ana);
  taken.push(takenBy());
  const events = taken.flatMap(
    (one) => JSON.parse(eventPost("sendgrid", "bounced", one, time.now).body.toString()) as object[],
  );
  expect(await post("sendgrid", sendGridEventsPost(events, time.now))).toEqual({
    status: 200,
    outcome: "noted",
  });
  for (const { id } of [first, second]) expect(await reachOf(id)).toMatchObject({ state: "failed" });
});

test("a proof of Mailgun's that was used tells of no second mail", async () => {
  const first = await askBy(ana);
  const eventOf = (taken: TakenMail) =>
    (
      JSON.parse(eventPost("mailgun", "bounced", taken, time.now).body.toString()) as {
        "event-data": unknown;
      }
    )["event-data"];
  await post("mailgun", mailgunEventPost(eventOf(takenBy()), time.now, "once"));
  const second = await askBy(ana);
  expect(await post("mailgun", mailgunEventPost(eventOf(takenBy()), time.now, "once"))).toEqual({
    status: 200,
    outcome: "repeated",
  });
  expect(await reachOf(first.id)).toMatchObject({ state: "failed" });
  expect(await reachOf(second.id)).toMatchObject({ state: "sent" });
});

test("SendGrid's events need a key of their own", async () => {
  const { inboundMail } = gateway;
  const { settings } = inboundMail!;
  await askBy(ana);
  const one = eventPost("sendgrid", "bounced", takenBy(), time.now);
  gateway.inboundMail = { ...inboundMail!, settings: { ...settings, sendgridEvents: null } };
  expect((await post("sendgrid", one)).status).toBe(401);
  gateway.inboundMail = { ...inboundMail!, settings: { ...settings, sendgrid: null } };
  expect((await post("sendgrid", one)).status).toBe(200);
  gateway.inboundMail = inboundMail;
});
