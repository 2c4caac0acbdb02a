import { X509Certificate, verify } from "node:crypto";
import { z } from "zod";
import type { InboundMail } from "@/lib/channels/mail/inbound-mail";
import {
  type MailRequest,
  type ReadMail,
  bytesOfBase64,
  envelopeFromOf,
  forged,
  malformed,
} from "./incoming-mail";
import { parseMime } from "./parse-mime";
import { readSesEvent } from "./ses-events";

/**
 * Mail that Amazon SES receives and what it tells of ours, by a topic of Amazon SNS with SignatureVersion 2
 * (https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html).
 */

/** SNS repeats for an hour at most; a mail that comes again is known by its Message-ID. */
const AGE_SECONDS_MAX = 2 * 3_600;
const AHEAD_SECONDS_MAX = 300;

const text = z.string().max(1_000_000);
const messageSchema = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: text,
  TopicArn: text,
  Subject: text.nullish(),
  Message: text,
  Timestamp: z.iso.datetime(),
  Token: text.optional(),
  SubscribeURL: text.optional(),
  SignatureVersion: z.literal("2"),
  Signature: text,
  SigningCertURL: text,
});
type SnsMessage = z.output<typeof messageSchema>;

const verdict = z.object({ status: z.string() });
const receivedSchema = z.object({
  notificationType: z.literal("Received"),
  mail: z.object({ source: z.string() }),
  receipt: z.object({
    recipients: z.array(z.string()).max(100),
    dmarcVerdict: verdict.optional(),
    action: z.object({ encoding: z.enum(["UTF8", "BASE64"]).default("UTF8") }),
  }),
  content: z.string(),
});

export async function readSes(
  { body, now }: MailRequest,
  { settings: { ses }, readPage }: InboundMail,
): Promise<ReadMail> {
  const message = parsedAs(messageSchema, body.toString("utf8"));
  // A message that names no signer counts as unsigned.
  if (!message || !ses || message.TopicArn !== ses.topicArn || !isInTime(message, now)) return forged;
  if (!(await isSigned(message, ses.topicArn, readPage))) return forged;
  switch (message.Type) {
    case "Notification":
      return mailOf(message);
    case "UnsubscribeConfirmation":
      return { kind: "nothing" };
    case "SubscriptionConfirmation": {
      const url = message.SubscribeURL ?? "";
      return isOfAmazon(url, ses.topicArn) ? { kind: "question", url } : malformed;
    }
  }
}

function isInTime({ Timestamp: at }: SnsMessage, now: Date): boolean {
  const age = (now.getTime() - Date.parse(at)) / 1_000;
  return age <= AGE_SECONDS_MAX && age >= -AHEAD_SECONDS_MAX;
}

async function isSigned(
  message: SnsMessage,
  topicArn: string,
  readPage: InboundMail["readPage"],
): Promise<boolean> {
  const { SigningCertURL: url } = message;
  const signature = bytesOfBase64(message.Signature);
  if (signature === null) return false;
  if (!isOfAmazon(url, topicArn) || !CERTIFICATE_PATH.test(new URL(url).pathname)) return false;
  const certificate = await readPage(url);
  if (certificate === null) return false;
  try {
    const { publicKey } = new X509Certificate(certificate);
    if (publicKey.asymmetricKeyType !== "rsa") return false;
    return verify("RSA-SHA256", Buffer.from(signedTextOf(message)), publicKey, signature);
  } catch {
    return false;
  }
}

const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-zA-Z]{1,100}\.pem$/;

/** True for an https address of SNS in the topic's own region, written so that it cannot lead to another host. */
function isOfAmazon(url: string, topicArn: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  const [, partition, , region] = topicArn.split(":");
  const host = `sns.${region}.amazonaws.com${partition === "aws-cn" ? ".cn" : ""}`;
  return protocol === "https:" && hostname === host && port === "" && username === "" && password === "";
}

const SIGNED = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: [
    "Message",
    "MessageId",
    "SubscribeURL",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type",
  ],
  UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
} as const;

/** A name and its value, each on a line of its own; of those that are there. */
const signedTextOf = (message: SnsMessage): string =>
  SIGNED[message.Type]
    .flatMap((name) => (typeof message[name] === "string" ? [`${name}\n${message[name]}\n`] : []))
    .join("");

async function mailOf({ Message }: SnsMessage): Promise<ReadMail> {
  const event = readSesEvent(parsedAs(z.unknown(), Message));
  if (event) return event;
  const received = parsedAs(receivedSchema, Message);
  // SES tells by the same topic what it was set up for, such as its own tests.
  if (!received)
    return isJson(Message) || Message.startsWith("Successfully validated SNS topic")
      ? { kind: "nothing" }
      : malformed;
  const { mail, receipt, content } = received;
  const raw = Buffer.from(content, receipt.action.encoding === "BASE64" ? "base64" : "utf8");
  const parsed = await parseMime(raw, mail.source);
  if (parsed === null) return malformed;
  const { allHeaders: _, ...rest } = parsed;
  const isAuthentic = rest.from.length === 1 && receipt.dmarcVerdict?.status === "PASS";
  const envelope = { from: envelopeFromOf(mail.source), to: receipt.recipients };
  return { kind: "mail", mail: { ...rest, envelope, isAuthentic } };
}

function parsedAs<Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
