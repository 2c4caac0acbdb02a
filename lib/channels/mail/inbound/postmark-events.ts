import { z } from "zod";
import { NAME_KEY } from "@/lib/channels/mail/mail-name";
import { type ReadMail, malformed } from "./incoming-mail";
import { type MailEvent, eventsOn, nameIn } from "./mail-event";

/**
 * Postmark's webhooks on bounces and spam complaints (https://postmarkapp.com/developer/webhooks/bounce-webhook). A mail is named by its
 * metadata: Postmark gives it another Message-ID.
 */

const words = z.string().max(100_000).nullish();
const schema = z.object({
  Type: z.string().max(100),
  Description: words,
  Details: words,
  Metadata: z.record(z.string(), z.unknown()).nullish(),
});

/** The mail never arrives. All others are delays, answers of machines and lists, or unclear. */
const FINAL = new Set([
  "HardBounce",
  "BadEmailAddress",
  "ManuallyDeactivated",
  "Blocked",
  "VirusNotification",
  "SMTPApiError",
  "DMARCPolicy",
]);

/** @param recordType What Postmark tells of. */
export function readPostmarkEvent(recordType: string, body: unknown): ReadMail {
  if (recordType !== "Bounce" && recordType !== "SpamComplaint") return { kind: "nothing" };
  const { data } = schema.safeParse(body);
  if (!data) return malformed;
  const name = nameIn(data.Metadata?.[NAME_KEY]);
  return {
    kind: "events",
    events: eventsOn(name, kindOf(recordType, data.Type), [data.Details || data.Description]),
  };
}

function kindOf(recordType: "Bounce" | "SpamComplaint", type: string): MailEvent["kind"] | null {
  if (recordType === "SpamComplaint" || type === "SpamComplaint") return "reported";
  return FINAL.has(type) ? "returned" : null;
}
