import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { InboundMailSettings } from "@/lib/core/message/inbound-mail-settings";
import { passesByPostmark } from "./authenticity";
import {
  type MailHeader,
  type MailRequest,
  type ReadMail,
  envelopeFromOf,
  forged,
  headersOf,
  malformed,
  onlyValueOf,
} from "./incoming-mail";
import { jsonOf } from "./mail-event";
import { plainTextOf } from "./parse-mime";
import { readPostmarkEvent } from "./postmark-events";

/** Postmark's webhooks, for mail that comes in (https://postmarkapp.com/developer/webhooks/inbound-webhook) and on ours. It signs nothing: their address holds a login. */

const address = z.string().max(1_000);
const recipient = z.object({ Email: address });
const schema = z.object({
  FromFull: recipient,
  OriginalRecipient: address.optional(),
  ToFull: z.array(recipient).max(100).default([]),
  CcFull: z.array(recipient).max(100).default([]),
  BccFull: z.array(recipient).max(100).default([]),
  MessageID: z.string().min(1).max(200),
  TextBody: z.string().default(""),
  HtmlBody: z.string().default(""),
  Headers: z.array(z.object({ Name: z.string().max(200), Value: z.string() })).max(500),
  Attachments: z
    .array(z.object({ Name: z.string() }))
    .max(100)
    .default([]),
});
type Body = z.output<typeof schema>;

/** Every post of Postmark has this field, except received mail. */
const eventSchema = z.object({ RecordType: z.string() });

export function readPostmark(
  { headers, body }: MailRequest,
  login: NonNullable<InboundMailSettings["postmark"]>,
): ReadMail {
  if (!isLogin(headers.get("authorization"), login)) return forged;
  const json = jsonOf(body);
  const event = eventSchema.safeParse(json?.value).data;
  if (event) return readPostmarkEvent(event.RecordType, json!.value);
  const { data } = schema.safeParse(json?.value);
  return data ? { kind: "mail", mail: mailOf(data) } : malformed;
}

function isLogin(
  header: string | null,
  { user, password }: NonNullable<InboundMailSettings["postmark"]>,
): boolean {
  const given = Buffer.from(/^Basic (\S+)$/i.exec(header ?? "")?.[1] ?? "", "base64");
  return timingSafeEqual(digest(given), digest(Buffer.from(`${user}:${password}`)));
}

const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

function mailOf(data: Body) {
  const all: MailHeader[] = data.Headers.map(({ Name: name, Value: value }) => ({ name, value }));
  // Its list has neither.
  const From = { name: "From", value: data.FromFull.Email };
  const from = [data.FromFull.Email.toLowerCase()];
  const envelopeFrom = senderOf(all) ?? data.FromFull.Email.toLowerCase();
  const isByServer = all.some(
    ({ name, value }) => name.toLowerCase() === "return-path" && /^\s*<?\s*>?\s*$/.test(value),
  );
  const to = data.OriginalRecipient ? [{ Email: data.OriginalRecipient }] : [];
  return {
    envelope: {
      from: isByServer ? null : envelopeFrom,
      to: [...to, ...data.ToFull, ...data.CcFull, ...data.BccFull].map(({ Email }) => Email),
    },
    from,
    isAuthentic: passesByPostmark(all, from),
    messageId: onlyValueOf(all, "message-id") ?? data.MessageID,
    headers: headersOf([From, ...all], isByServer ? null : envelopeFrom),
    text: plainTextOf(data.TextBody, data.HtmlBody),
    attachments: data.Attachments.map(({ Name }) => Name),
  };
}

const senderOf = (all: readonly MailHeader[]): string | null =>
  envelopeFromOf(/\benvelope-from="?([^\s;"]+)/i.exec(onlyValueOf(all, "received-spf") ?? "")?.[1]);
