import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { InboundMailSettings } from "@/lib/core/message/inbound-mail-settings";
import { passesByMailgun } from "./authenticity";
import { fileNamesIn, formOf, textIn } from "./form-of";
import {
  type MailRequest,
  type ReadMail,
  envelopeFromOf,
  forged,
  headersOf,
  malformed,
  onlyValueOf,
} from "./incoming-mail";
import { isJsonType } from "./mail-event";
import { type MailgunSignature, readMailgunEvent, signatureIn } from "./mailgun-events";
import { addressesOf, plainTextOf } from "./parse-mime";

/** A route of Mailgun's that forwards parsed mail (https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/receive-http), and its events. */

/** So long it repeats what nobody took. Its signature is of the time and a random token alone. */
const AGE_SECONDS_MAX = 8 * 3_600 + 900;
const AHEAD_SECONDS_MAX = 300;

const headersSchema = z.array(z.tuple([z.string().max(200), z.string()])).max(500);

export async function readMailgun(
  { headers, body, now }: MailRequest,
  { signingKey }: NonNullable<InboundMailSettings["mailgun"]>,
): Promise<ReadMail> {
  const contentType = headers.get("content-type");
  if (isJsonType(contentType)) {
    const signature = signatureIn(body);
    if (signature === null || !isSigned(signature, signingKey, now)) return forged;
    return readMailgunEvent(body, voucherOf(signature));
  }
  const form = await formOf(body, contentType);
  // Its signature stands in the form: what is none is signed by nobody.
  const signature = form && signatureOf(form);
  if (form === null || signature === null || !isSigned(signature, signingKey, now)) return forged;
  const recipient = textIn(form, "recipient");
  const sender = textIn(form, "sender");
  const fromHeader = textIn(form, "from");
  const all = headersIn(form);
  if (recipient === null || sender === null || fromHeader === null || all === null) return malformed;
  const envelopeFrom = envelopeFromOf(sender);
  const from = addressesOf(fromHeader);
  return {
    kind: "mail",
    mail: {
      envelope: { from: envelopeFrom, to: recipient.split(",") },
      from,
      isAuthentic: passesByMailgun(all, envelopeFrom, from),
      messageId: onlyValueOf(all, "message-id"),
      headers: headersOf(all, envelopeFrom),
      text: plainTextOf(textIn(form, "body-plain") ?? undefined, textIn(form, "body-html") ?? undefined),
      attachments: fileNamesIn(form),
      voucher: voucherOf(signature),
    },
  };
}

function signatureOf(form: FormData): MailgunSignature {
  const text = (name: string) => textIn(form, name) ?? "";
  return { timestamp: text("timestamp"), token: text("token"), signature: text("signature") };
}

const voucherOf = ({ token }: MailgunSignature): string => `mailgun:${token}`;

function isSigned({ timestamp, token, signature }: MailgunSignature, signingKey: string, now: Date): boolean {
  if (!/^[1-9]\d{0,11}$/.test(timestamp) || !/^[0-9a-z]{1,200}$/i.test(token)) return false;
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const age = Math.floor(now.getTime() / 1_000) - Number(timestamp);
  if (age > AGE_SECONDS_MAX || age < -AHEAD_SECONDS_MAX) return false;
  const expected = createHmac("sha256", signingKey).update(`${timestamp}${token}`).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}

function headersIn(form: FormData) {
  try {
    const { data } = headersSchema.safeParse(JSON.parse(textIn(form, "message-headers") ?? ""));
    return data?.map(([name, value]) => ({ name, value })) ?? null;
  } catch {
    return null;
  }
}
