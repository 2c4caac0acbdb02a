import { createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { InboundMailSettings } from "@/lib/core/message/inbound-mail-settings";
import { createCertificate } from "@/lib/outbound/testing/certificate";

/** Doubles of mail providers: they make of a mail what each of them posts, with the proof that each of them gives. */

/** A mail as somebody sends it. */
export interface SentMail {
  from: string;
  to: string;
  text: string;
  messageId: string;
  /** The provider finds that the domain of From sent it. */
  isAuthentic?: boolean;
  headers?: readonly (readonly [string, string])[];
}

export interface ProviderPost {
  headers: Record<string, string>;
  body: Buffer;
}

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 });

export const TOPIC = "arn:aws:sns:eu-west-1:123456789012:replies";
export const CERTIFICATE_URL = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-abc123.pem";
const CERTIFICATE = createCertificate({ names: ["sns.amazonaws.com"], of: rsa.publicKey }).cert;

export const PROVIDER_SETTINGS = {
  postmark: { user: "postmark", password: "a-password-of-postmark" },
  sendgrid: { publicKey: ec.publicKey.export({ type: "spki", format: "der" }).toString("base64") },
  sendgridEvents: { publicKey: ec.publicKey.export({ type: "spki", format: "der" }).toString("base64") },
  ses: { topicArn: TOPIC },
  mailgun: { signingKey: "a-signing-key-of-mailgun" },
} satisfies Partial<InboundMailSettings>;

/** Amazon's pages, by their addresses. */
export const readAmazonPage = async (url: string): Promise<string | null> =>
  url === CERTIFICATE_URL ? CERTIFICATE : null;

const seconds = (now: Date) => String(Math.floor(now.getTime() / 1_000));
const domainOf = (address: string) => address.split("@")[1]!;
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const headerList = ({ from, to, messageId, headers = [] }: SentMail): [string, string][] => [
  ...headers.map(([name, value]): [string, string] => [name, value]),
  ["From", from],
  ["To", to],
  ["Message-ID", messageId],
  ["Subject", "Re: Question"],
];
const mimeOf = (mail: SentMail): string =>
  [
    ...headerList(mail).map(([name, value]) => `${name}: ${value}`),
    "Content-Type: text/plain; charset=utf-8",
    "",
    mail.text,
  ].join("\r\n");

/** As https://postmarkapp.com/developer/webhooks/inbound-webhook shows it. */
export function postmarkPost(mail: SentMail): ProviderPost {
  const { from, to, text, messageId, isAuthentic = true } = mail;
  const found = isAuthentic ? "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,SPF_PASS" : "SPF_NONE";
  const { user, password } = PROVIDER_SETTINGS.postmark;
  const own = [
    ["X-Spam-Status", "No"],
    ["X-Spam-Tests", found],
    [
      "Received-SPF",
      `None (no SPF record) identity=mailfrom; helo=mail.example; envelope-from=${from}; receiver=${to}`,
    ],
    ["Message-ID", messageId],
    ...(mail.headers ?? []),
  ];
  return {
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
    },
    body: json({
      FromName: "",
      MessageStream: "inbound",
      From: from,
      FromFull: { Email: from, Name: "", MailboxHash: "" },
      To: to,
      ToFull: [{ Email: to, Name: "", MailboxHash: to.split(/[+@]/)[1] }],
      OriginalRecipient: to,
      Subject: "Re: Question",
      MessageID: randomUUID(),
      Date: "Sat, 28 Nov 2026 08:00:00 +0000",
      TextBody: text,
      HtmlBody: "",
      StrippedTextReply: text,
      Tag: "",
      Headers: own.map(([Name, Value]) => ({ Name, Value })),
      Attachments: [],
    }),
  };
}

const BOUNDARY = "xYzZY";
function formBody(fields: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.from(`${parts.join("")}--${BOUNDARY}--\r\n`);
}
const FORM = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

export const sendGridPost = (mail: SentMail, now: Date): ProviderPost => {
  const { from, to, isAuthentic = true } = mail;
  const body = formBody({
    headers: headerList(mail)
      .map((header) => header.join(": "))
      .join("\n"),
    dkim: `{@${domainOf(from)} : ${isAuthentic ? "pass" : "fail"}}`,
    SPF: isAuthentic ? "pass" : "softfail",
    envelope: JSON.stringify({ to: [to], from }),
    charsets: '{"to":"UTF-8","from":"UTF-8"}',
    email: mimeOf(mail),
  });
  return signedBySendGrid(body, now);
};

export function signedBySendGrid(
  body: Buffer,
  now: Date,
  headers: Record<string, string> = FORM,
): ProviderPost {
  const timestamp = seconds(now);
  const signature = sign("sha256", Buffer.concat([Buffer.from(timestamp), body]), ec.privateKey);
  return {
    headers: {
      ...headers,
      "x-twilio-email-event-webhook-signature": signature.toString("base64"),
      "x-twilio-email-event-webhook-timestamp": timestamp,
    },
    body,
  };
}

export const sesPost = (mail: SentMail, now: Date): ProviderPost =>
  snsPost(
    {
      Type: "Notification",
      Message: JSON.stringify({
        notificationType: "Received",
        mail: { source: mail.from, messageId: randomUUID(), destination: [mail.to] },
        receipt: {
          recipients: [mail.to],
          dmarcVerdict: { status: (mail.isAuthentic ?? true) ? "PASS" : "FAIL" },
          action: { type: "SNS", topicArn: TOPIC, encoding: "UTF8" },
        },
        content: mimeOf(mail),
      }),
    },
    now,
  );

/** A message of Amazon SNS, signed as its members ask for. */
export function snsPost(
  members: { Type: string; Message: string } & Record<string, string>,
  now: Date,
): ProviderPost {
  const message: Record<string, string> = {
    MessageId: randomUUID(),
    TopicArn: TOPIC,
    Timestamp: now.toISOString(),
    SignatureVersion: "2",
    SigningCertURL: CERTIFICATE_URL,
    ...members,
  };
  const names =
    message.Type === "Notification"
      ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
  const text = names.filter((name) => name in message).map((name) => `${name}\n${message[name]}\n`);
  const Signature = sign("RSA-SHA256", Buffer.from(text.join("")), rsa.privateKey).toString("base64");
  return {
    headers: { "content-type": "text/plain; charset=UTF-8", "x-amz-sns-message-type": message.Type! },
    body: json({ ...message, Signature }),
  };
}

export function mailgunPost(
  mail: SentMail,
  now: Date,
  token = randomUUID().replaceAll("-", ""),
): ProviderPost {
  const { from, to, text, isAuthentic = true } = mail;
  const found: [string, string] = ["X-Mailgun-Spf", isAuthentic ? "Pass" : "Fail"];
  return signedByMailgun(
    {
      recipient: to,
      sender: from,
      from,
      subject: "Re: Question",
      "body-plain": text,
      "stripped-text": text,
      "message-headers": JSON.stringify([found, ...headerList(mail)]),
    },
    now,
    token,
  );
}

export function signedByMailgun(
  fields: Readonly<Record<string, string>>,
  now: Date,
  token = randomUUID().replaceAll("-", ""),
): ProviderPost {
  const timestamp = seconds(now);
  const { signingKey } = PROVIDER_SETTINGS.mailgun;
  const signature = createHmac("sha256", signingKey).update(`${timestamp}${token}`).digest("hex");
  return { headers: FORM, body: formBody({ ...fields, timestamp, token, signature }) };
}
