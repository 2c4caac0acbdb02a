import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import type { InboundMailSettings } from "@/lib/core/message/inbound-mail-settings";
import { passesBySendGrid } from "./authenticity";
import { formOf, textIn } from "./form-of";
import {
  type MailRequest,
  type ReadMail,
  bytesOfBase64,
  envelopeFromOf,
  forged,
  malformed,
} from "./incoming-mail";
import { isJsonType } from "./mail-event";
import { parseMime } from "./parse-mime";
import { readSendGridEvents } from "./sendgrid-events";

/**
 * SendGrid's Inbound Parse with "POST the raw, full MIME message", signed by its key
 * (https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/securing-your-parse-webhooks), and its events, by another key.
 */

/** So long it repeats what nobody took; a mail that comes again is known by its Message-ID. */
const AGE_SECONDS_MAX = 3 * 86_400;
const AHEAD_SECONDS_MAX = 300;

const envelopeSchema = z.object({
  to: z.array(z.string().max(1_000)).min(1).max(100),
  from: z.string().max(1_000),
});

export async function readSendGrid(
  request: MailRequest,
  { sendgrid, sendgridEvents }: Pick<InboundMailSettings, "sendgrid" | "sendgridEvents">,
): Promise<ReadMail> {
  const isOfEvents = isJsonType(request.headers.get("content-type"));
  const keys = isOfEvents ? sendgridEvents : sendgrid;
  if (!keys || !isSigned(request, keys.publicKey)) return forged;
  if (isOfEvents) return readSendGridEvents(request.body);
  const form = await formOf(request.body, request.headers.get("content-type"));
  const envelope = form && envelopeOf(textIn(form, "envelope"));
  const raw = form && textIn(form, "email");
  if (!form || !envelope || raw === null) return malformed;
  const parsed = await parseMime(Buffer.from(raw), envelope.from);
  if (parsed === null) return malformed;
  const { allHeaders: _, ...mail } = parsed;
  const from = envelopeFromOf(envelope.from);
  const verdict = { spf: textIn(form, "SPF") ?? "", dkim: textIn(form, "dkim") ?? "", envelopeFrom: from };
  return {
    kind: "mail",
    mail: { ...mail, envelope: { from, to: envelope.to }, isAuthentic: passesBySendGrid(verdict, mail.from) },
  };
}

function isSigned({ headers, body, now }: MailRequest, publicKey: string): boolean {
  const signature = bytesOfBase64(headers.get("x-twilio-email-event-webhook-signature") ?? "");
  const timestamp = headers.get("x-twilio-email-event-webhook-timestamp");
  if (signature === null || timestamp === null || !/^[1-9]\d{0,11}$/.test(timestamp)) return false;
  const age = Math.floor(now.getTime() / 1_000) - Number(timestamp);
  if (age > AGE_SECONDS_MAX || age < -AHEAD_SECONDS_MAX) return false;
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
    return verify("sha256", Buffer.concat([Buffer.from(timestamp), body]), key, signature);
  } catch {
    return false;
  }
}

function envelopeOf(text: string | null): z.output<typeof envelopeSchema> | null {
  try {
    return envelopeSchema.safeParse(JSON.parse(text ?? "")).data ?? null;
  } catch {
    return null;
  }
}
