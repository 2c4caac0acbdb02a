import { beforeEach, describe, expect, test } from "vitest";
import {
  CERTIFICATE_URL,
  PROVIDER_SETTINGS,
  type ProviderPost,
  type SentMail,
  TOPIC,
  mailgunPost,
  postmarkPost,
  readAmazonPage,
  sendGridPost,
  sesPost,
  snsPost,
} from "@/lib/channels/mail/testing/mail-providers";
import { readInteraction } from "@/lib/interactions/read";
import type { MailProvider } from "./answer-request";
import { postAsProvider } from "./testing/post-as-provider";
import { useInboundMail } from "./testing/use-inbound-mail";

/** Each provider's own posts, at our routes. */

const mail = await useInboundMail(PROVIDER_SETTINGS);
const { world, gateway, time, askBy, counts } = mail;
const { approver: ana, agent } = world;
let pages: string[] = [];
gateway.inboundMail = {
  ...gateway.inboundMail!,
  readPage: (url) => {
    pages.push(url);
    return url.includes("Action=ConfirmSubscription") ? Promise.resolve("<ok/>") : readAmazonPage(url);
  },
};

const post = async (provider: MailProvider, message: ProviderPost) => {
  const answer = await postAsProvider(gateway, provider, message);
  return { status: answer.status, body: (await answer.json()) as { outcome?: string } };
};

const POSTS: Record<MailProvider, (sent: SentMail) => ProviderPost> = {
  postmark: (sent) => postmarkPost(sent),
  sendgrid: (sent) => sendGridPost(sent, time.now),
  ses: (sent) => sesPost(sent, time.now),
  mailgun: (sent) => mailgunPost(sent, time.now),
};
const providers = Object.keys(POSTS) as MailProvider[];
let sentMails = 0;
const sent = (to: string, more: Partial<SentMail> = {}): SentMail => ({
  from: ana.email,
  to,
  text: "3\r\n\r\nOn Tue, Nov 24, 2026 at 9:14 AM Bot <bot@x.example> wrote:\r\n> 9",
  messageId: `<${(sentMails += 1)}@mail.example>`,
  ...more,
});

beforeEach(() => {
  mail.server.mails.length = 0;
  pages = [];
});

describe.each(providers)("%s", (provider) => {
  const of = POSTS[provider];

  test("brings an answer, once, however often it posts it", async () => {
    const { id, to } = await askBy(ana);
    const one = of(sent(to));
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(provider, one)));
    const outcomes = answers.map(({ body, status }) => body.outcome ?? String(status));
    expect(outcomes.filter((outcome) => outcome === "answered")).toHaveLength(1);
    expect(new Set(outcomes.filter((outcome) => outcome !== "answered"))).toEqual(
      // Mailgun's voucher is held while its first post is handled.
      provider === "mailgun" ? expect.any(Set) : new Set(["repeated"]),
    );
    expect((await post(provider, one)).body.outcome).toBe("repeated");
    expect(await readInteraction(agent, id, gateway)).toMatchObject({
      response: { answer: { count: 3 }, by: "Ana" },
    });
    expect(await mail.repliesTo(id)).toHaveLength(1);
  });

  test("brings nothing that counts where it does not vouch for the sender, or it is somebody else", async () => {
    const { id, to } = await askBy(ana);
    await post(provider, of(sent(to, { isAuthentic: false })));
    await post(provider, of(sent(to, { from: "eve@evil.example" })));
    const replies = await mail.repliesTo(id);
    expect(replies.map(({ answered, by }) => [answered, by])).toEqual([
      [false, null],
      [false, null],
    ]);
    expect(await readInteraction(ana, id, gateway)).toMatchObject({ status: "pending" });
  });

  test("is told that it was taken where it is for no address of ours, and nothing is written", async () => {
    const before = await counts();
    const answer = await post(provider, of(sent(`reply+${"a".repeat(55)}@in.sign.example`)));
    expect(answer).toEqual({ status: 200, body: { outcome: "no_address" } });
    expect(await counts()).toEqual(before);
  });

  test("is refused before anything is read where its proof is missing, and where it is not set up", async () => {
    const { to } = await askBy(ana);
    const before = await counts();
    const { headers, body } = of(sent(to));
    const without = { ...headers, authorization: "", "x-twilio-email-event-webhook-signature": "" };
    const broken = Buffer.from(
      body.toString().replaceAll(/("Signature":"|name="signature"\r\n\r\n)...../g, "$1AAAAA"),
    );
    expect((await post(provider, { headers: without, body: broken })).status).toBe(401);
    expect((await post(provider, { headers, body: Buffer.alloc(1_000_001) })).status).toBe(413);
    const { inboundMail } = gateway;
    gateway.inboundMail = {
      ...inboundMail!,
      settings: { ...inboundMail!.settings, [provider]: null, sendgridEvents: null },
    };
    expect((await post(provider, { headers, body })).status).toBe(404);
    gateway.inboundMail = inboundMail;
    expect(await counts()).toEqual(before);
  });
});

describe("what is too old is refused:", () => {
  test.each([
    ["sendgrid", 3 * 86_400],
    ["ses", 2 * 3_600],
    ["mailgun", 8 * 3_600 + 900],
  ] as const)("%s after %i seconds", async (provider, seconds) => {
    const { id, to } = await askBy(ana, { timeout_seconds: 60 });
    const one = POSTS[provider](sent(to));
    const ahead = POSTS[provider](sent(to));
    mail.pass(seconds);
    expect((await post(provider, one)).status).toBe(200);
    mail.pass(1);
    expect((await post(provider, ahead)).status).toBe(401);
    expect(await mail.repliesTo(id)).toHaveLength(1);
  });
});

test("a voucher of Mailgun's is good for one mail, whatever else is in the form", async () => {
  const { id, to } = await askBy(ana);
  expect((await post("mailgun", mailgunPost(sent(to), time.now, "one"))).body.outcome).toBe("answered");
  const other = mailgunPost(sent(to, { text: "9" }), time.now, "one");
  expect((await post("mailgun", other)).body.outcome).toBe("repeated");
  expect(await mail.repliesTo(id)).toHaveLength(1);
});

describe("Amazon's messages are taken from its own topic and certificate alone:", () => {
  const confirmation = {
    Type: "SubscriptionConfirmation",
    Message: "You have chosen to subscribe to the topic",
    Token: "a-token",
    SubscribeURL: "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=a-token",
  };
  test("a subscription is confirmed", async () => {
    expect((await post("ses", snsPost(confirmation, time.now))).body.outcome).toBe("confirmed");
    expect(pages).toEqual([CERTIFICATE_URL, confirmation.SubscribeURL]);
  });
  test.each([
    ["another topic", { TopicArn: `${TOPIC}2` }],
    [
      "a certificate of another host",
      { SigningCertURL: CERTIFICATE_URL.replace("amazonaws.com", "evil.example") },
    ],
    ["a host that begins so", { SigningCertURL: CERTIFICATE_URL.replace(".com/", ".com.evil.example/") }],
    [
      "a host behind a name",
      {
        SigningCertURL: CERTIFICATE_URL.replace(
          "https://",
          "https://sns.eu-west-1.amazonaws.com@evil.example/",
        ),
      },
    ],
    ["another region", { SigningCertURL: CERTIFICATE_URL.replace("eu-west-1", "us-east-1") }],
    ["no TLS", { SigningCertURL: CERTIFICATE_URL.replace("https", "http") }],
    ["another port", { SigningCertURL: CERTIFICATE_URL.replace(".com/", ".com:8443/") }],
    ["another page", { SigningCertURL: "https://sns.eu-west-1.amazonaws.com/?Action=Publish" }],
    ["the signature of old", { SignatureVersion: "1" }],
  ])("not from %s", async (_, members) => {
    expect((await post("ses", snsPost({ ...confirmation, ...members }, time.now))).status).toBe(401);
    expect(pages).toEqual([]);
  });
  test("no address of anybody else's is opened to confirm", async () => {
    const elsewhere = { ...confirmation, SubscribeURL: "https://evil.example/?Action=ConfirmSubscription" };
    expect((await post("ses", snsPost(elsewhere, time.now))).status).toBe(400);
    expect(pages).toEqual([CERTIFICATE_URL]);
  });
  test("a message that is no mail is noted and does nothing", async () => {
    const other = {
      Type: "Notification",
      Message: "Successfully validated SNS topic for Amazon SES event publishing.",
    };
    expect((await post("ses", snsPost(other, time.now))).body.outcome).toBe("ignored");
  });
});
