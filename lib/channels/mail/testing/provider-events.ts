import { createHmac, randomUUID } from "node:crypto";
import type { NamingProvider } from "@/lib/channels/mail/mail-name";
import { PROVIDER_SETTINGS, type ProviderPost, signedBySendGrid, snsPost } from "./mail-providers";

/** Doubles of mail providers that tell what became of our mails: their documented examples, with the name that the mail gave them. */

/** A mail as a provider got it from us. */
export interface TakenMail {
  /** Its headers, by their names in lower case. */
  headers: ReadonlyMap<string, string>;
}

export type EventProvider = NamingProvider | "ses";
/** `delayed`: it is tried again. `opened`: none of our concern. */
export type ProviderEvent = "bounced" | "delayed" | "reported" | "opened";

export const eventPost = (
  provider: EventProvider,
  event: ProviderEvent,
  mail: TakenMail,
  now: Date,
): ProviderPost => POSTS[provider](event, mail, now);

const POSTS: Record<EventProvider, (event: ProviderEvent, mail: TakenMail, now: Date) => ProviderPost> = {
  postmark: (event, mail) => postmarkEventPost({ ...POSTMARK[event], Metadata: metadataOf(mail) }),
  sendgrid: (event, mail, now) =>
    sendGridEventsPost([SENDGRID.opened, { ...SENDGRID[event], ...uniqueArgumentsOf(mail) }], now),
  mailgun: (event, mail, now) =>
    mailgunEventPost({ ...MAILGUN[event], "user-variables": variablesOf(mail) }, now),
  ses: (event, mail, now) => sesEventPost({ ...SES[event], mail: sesMailOf(mail) }, now),
};

/** https://postmarkapp.com/developer/webhooks/bounce-webhook, …/spam-complaint-webhook, …/open-tracking-webhook. */
const POSTMARK_BOUNCE = {
  RecordType: "Bounce",
  ID: 42,
  Type: "HardBounce",
  TypeCode: 1,
  Name: "Hard bounce",
  Tag: "Test",
  MessageID: "00000000-0000-0000-0000-000000000000",
  ServerID: 1234,
  MessageStream: "outbound",
  Description: "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
  Details: "smtp;550 5.1.1 The email account that you tried to reach does not exist.",
  Email: "john@example.com",
  From: "sender@example.com",
  BouncedAt: "2019-11-05T16:33:54.9070259Z",
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: "Test subject",
};
const POSTMARK: Record<ProviderEvent, object> = {
  bounced: POSTMARK_BOUNCE,
  delayed: { ...POSTMARK_BOUNCE, Type: "Transient", TypeCode: 2, Name: "Message delayed", Inactive: false },
  reported: { ...POSTMARK_BOUNCE, RecordType: "SpamComplaint", Type: "SpamComplaint", TypeCode: 100001 },
  opened: { RecordType: "Open", FirstOpen: true, Recipient: "john@example.com" },
};

/** `X-PM-Metadata-*` of a mail, as Postmark makes an object of them. */
const metadataOf = ({ headers }: TakenMail): Record<string, string> =>
  Object.fromEntries(
    [...headers].flatMap(([name, value]) =>
      name.startsWith("x-pm-metadata-") ? [[name.slice("x-pm-metadata-".length), value]] : [],
    ),
  );

export function postmarkEventPost(event: object): ProviderPost {
  const { user, password } = PROVIDER_SETTINGS.postmark;
  return {
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
    },
    body: Buffer.from(JSON.stringify(event)),
  };
}

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event. */
const sendGridEvent = (event: string, more: object = {}) => ({
  email: "example@test.com",
  timestamp: 1_513_299_569,
  "smtp-id": "<14c5d75ce93.dfd.64b469@ismtpd-555>",
  event,
  category: "cat facts",
  sg_event_id: `sg_event_id_${event}`,
  sg_message_id: "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
  ...more,
});
const SENDGRID: Record<ProviderEvent, object> = {
  bounced: sendGridEvent("bounce", {
    type: "bounce",
    status: "5.1.1",
    reason: "550 5.1.1 The email account that you tried to reach does not exist.",
  }),
  delayed: sendGridEvent("deferred", { response: "400 try again later", attempt: "5" }),
  reported: sendGridEvent("spamreport"),
  opened: sendGridEvent("open", { useragent: "Mozilla/4.0", ip: "255.255.255.255" }),
};

const uniqueArgumentsOf = ({ headers }: TakenMail): object =>
  (JSON.parse(headers.get("x-smtpapi") ?? "{}") as { unique_args?: object }).unique_args ?? {};

export const sendGridEventsPost = (events: unknown, now: Date): ProviderPost =>
  signedBySendGrid(Buffer.from(JSON.stringify(events)), now, { "content-type": "application/json" });

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads. */
const mailgunEvent = (event: string, more: object = {}) => ({
  id: "G9Bn5sl1TC6nu79C8C0bwg",
  timestamp: 1_521_233_195.375_624,
  event,
  "log-level": "error",
  recipient: "alice@example.com",
  "recipient-domain": "example.com",
  tags: [],
  campaigns: [],
  ...more,
});
const MAILGUN: Record<ProviderEvent, object> = {
  bounced: mailgunEvent("failed", {
    severity: "permanent",
    reason: "suppress-bounce",
    "delivery-status": {
      "attempt-no": 1,
      message: "",
      code: 605,
      description: "Not delivering to previously bounced address",
      "session-seconds": 0,
    },
  }),
  delayed: mailgunEvent("failed", {
    severity: "temporary",
    reason: "generic",
    "delivery-status": { "attempt-no": 1, message: "", code: 452, "retry-seconds": 600 },
  }),
  reported: mailgunEvent("complained"),
  opened: mailgunEvent("opened"),
};

const variablesOf = ({ headers }: TakenMail): unknown =>
  JSON.parse(headers.get("x-mailgun-variables") ?? "{}");

export function mailgunEventPost(
  event: unknown,
  now: Date,
  token = randomUUID().replaceAll("-", ""),
): ProviderPost {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const { signingKey } = PROVIDER_SETTINGS.mailgun;
  const signature = createHmac("sha256", signingKey).update(`${timestamp}${token}`).digest("hex");
  const body = { signature: { timestamp, token, signature }, "event-data": event };
  return { headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(body)) };
}

/** https://docs.aws.amazon.com/ses/latest/dg/notification-examples.html. */
const SES_BOUNCE = {
  bounceType: "Permanent",
  reportingMTA: "dns; email.example.com",
  bouncedRecipients: [
    {
      emailAddress: "jane@example.com",
      status: "5.1.1",
      action: "failed",
      diagnosticCode: "smtp; 550 5.1.1 <jane@example.com>... User",
    },
  ],
  bounceSubType: "General",
  timestamp: "2016-01-27T14:59:38.237Z",
  feedbackId: "00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa068a-000000",
  remoteMtaIp: "127.0.2.0",
};
const SES: Record<ProviderEvent, object> = {
  bounced: { notificationType: "Bounce", bounce: SES_BOUNCE },
  delayed: { notificationType: "Bounce", bounce: { ...SES_BOUNCE, bounceType: "Transient" } },
  reported: {
    eventType: "Complaint",
    complaint: {
      userAgent: "AnyCompany Feedback Loop (V0.01)",
      complainedRecipients: [{ emailAddress: "richard@example.com" }],
      complaintFeedbackType: "abuse",
      timestamp: "2016-01-27T14:59:38.237Z",
    },
  },
  opened: { eventType: "Open", open: { ipAddress: "192.0.2.1" } },
};

/** With the original headers, as the set-up asks for. SES itself sends another Message-ID. */
const sesMailOf = ({ headers }: TakenMail) => ({
  timestamp: "2016-01-27T14:59:38.237Z",
  source: "john@example.com",
  messageId: "00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000",
  destination: ["jane@example.com"],
  headersTruncated: false,
  headers: [...headers].map(([name, value]) => ({ name, value })),
  commonHeaders: { subject: "Hello" },
});

export const sesEventPost = (message: object, now: Date): ProviderPost =>
  snsPost({ Type: "Notification", Message: JSON.stringify(message) }, now);
