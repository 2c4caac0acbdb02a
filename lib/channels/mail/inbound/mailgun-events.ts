import { z } from "zod";
import { NAME_KEY } from "@/lib/channels/mail/mail-name";
import { type ReadMail, malformed } from "./incoming-mail";
import { type MailEvent, eventsOn, jsonOf, nameIn } from "./mail-event";

/**
 * Mailgun's webhooks on failed mail and complaints (https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads).
 * A mail is named by a variable of its own.
 */

const words = z.string().max(100_000).nullish();
const signatureSchema = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string(), signature: z.string() }),
});
export type MailgunSignature = z.output<typeof signatureSchema>["signature"];

const dataSchema = z.object({
  "event-data": z.object({
    event: z.string().max(100),
    severity: words,
    reason: words,
    "delivery-status": z.object({ code: z.number().nullish(), message: words, description: words }).nullish(),
    "user-variables": z.record(z.string(), z.unknown()).nullish(),
  }),
});
type EventData = z.output<typeof dataSchema>["event-data"];

/** Null: nobody signed it. */
export const signatureIn = (body: Buffer): MailgunSignature | null =>
  signatureSchema.safeParse(jsonOf(body)?.value).data?.signature ?? null;

/** @param voucher As for mail that comes in: Mailgun signs a time and a token alone. */
export function readMailgunEvent(body: Buffer, voucher: string): ReadMail {
  const { data } = dataSchema.safeParse(jsonOf(body)?.value);
  if (!data) return malformed;
  const { "event-data": event } = data;
  const { "delivery-status": status, "user-variables": variables } = event;
  const said = [status?.code, status?.message || status?.description || event.reason];
  return { kind: "events", events: eventsOn(nameIn(variables?.[NAME_KEY]), kindOf(event), said), voucher };
}

function kindOf({ event, severity }: EventData): MailEvent["kind"] | null {
  if (event === "complained") return "reported";
  return event === "failed" && severity === "permanent" ? "returned" : null;
}
