import { z } from "zod";
import { NAME_KEY } from "@/lib/channels/mail/mail-name";
import { type ReadMail, malformed } from "./incoming-mail";
import { type MailEvent, eventsOn, jsonOf, nameIn } from "./mail-event";

/**
 * SendGrid's Event Webhook (https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event), verified before. A mail is named
 * by a unique argument, which stands in the event beside its own members.
 */

const words = z.string().max(100_000).nullish();
const eventSchema = z.looseObject({
  event: z.string().max(100),
  reason: words,
  status: words,
  unique_args: z.record(z.string(), z.unknown()).nullish(),
});
const EVENTS_MAX = 10_000;
const schema = z.array(eventSchema).min(1).max(EVENTS_MAX);

/** A mail that is blocked is a bounce too: SendGrid does not try it again. `deferred` it does. */
const KINDS: Readonly<Record<string, MailEvent["kind"]>> = {
  bounce: "returned",
  dropped: "returned",
  spamreport: "reported",
};

export function readSendGridEvents(body: Buffer): ReadMail {
  const { data } = schema.safeParse(jsonOf(body)?.value);
  if (!data) return malformed;
  const events = data.flatMap((one) => {
    const name = nameIn(one[NAME_KEY] ?? one.unique_args?.[NAME_KEY]);
    const kind = Object.hasOwn(KINDS, one.event) ? KINDS[one.event]! : null;
    return eventsOn(name, kind, [one.status, one.reason]);
  });
  return { kind: "events", events };
}
