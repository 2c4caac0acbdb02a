import { z } from "zod";
import { mailNameFrom } from "@/lib/channels/mail/mail-name";
import { type ReadMail, malformed, valuesOf } from "./incoming-mail";
import { type MailEvent, eventsOn } from "./mail-event";

/**
 * SES's notifications of bounces and complaints (https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html), by feedback
 * notifications of an identity or by a configuration set. A mail is named by its own headers, which SES hands back where it is set up so.
 */

const words = z.string().max(100_000).nullish();
const headers = z.array(z.object({ name: z.string(), value: z.string() })).max(500);
const schema = z.object({
  mail: z.object({
    headers: headers.nullish(),
    commonHeaders: z.object({ replyTo: z.array(z.string()).nullish(), messageId: words }).nullish(),
  }),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: words,
      bouncedRecipients: z.array(z.object({ status: words, diagnosticCode: words })).max(100),
    })
    .optional(),
  complaint: z.object({ complaintFeedbackType: words }).optional(),
});
type Notification = z.output<typeof schema>;

const kindSchema = z.union([
  z.object({ notificationType: z.enum(["Bounce", "Complaint"]) }),
  z.object({ eventType: z.enum(["Bounce", "Complaint"]) }),
]);

/** Null: it tells of something else. */
export function readSesEvent(message: unknown): ReadMail | null {
  const named = kindSchema.safeParse(message).data;
  if (!named) return null;
  const kind = "eventType" in named ? named.eventType : named.notificationType;
  const { data } = schema.safeParse(message);
  if (!data || !(kind === "Bounce" ? data.bounce : data.complaint)) return malformed;
  return { kind: "events", events: kind === "Bounce" ? bounceOf(data) : complaintOf(data) };
}

function bounceOf(notification: Notification): MailEvent[] {
  const { bounceType, bounceSubType, bouncedRecipients } = notification.bounce!;
  const [first] = bouncedRecipients;
  const said = [first?.status, first?.diagnosticCode?.replace(/^smtp;\s*/i, "") ?? bounceSubType];
  return eventsOn(nameOf(notification), bounceType === "Permanent" ? "returned" : null, said);
}

const complaintOf = (notification: Notification): MailEvent[] =>
  eventsOn(nameOf(notification), "reported", [notification.complaint!.complaintFeedbackType]);

function nameOf({ mail: { headers: all, commonHeaders: common } }: Notification) {
  const first = (name: string) => valuesOf(all ?? [], name)[0] ?? null;
  return mailNameFrom(
    first("reply-to") ?? common?.replyTo?.[0] ?? null,
    first("message-id") ?? common?.messageId ?? null,
  );
}
