import type { MailEvent } from "@/lib/channels/mail/inbound/mail-event";
import { readReplyToken } from "@/lib/channels/mail/reply-address";
import type { Gateway } from "@/lib/gateway/context";
import { noteReported, noteReturned } from "@/lib/messages/note-returned";
import { receiveOnce } from "./receive-mail";

export type EventsOutcome =
  | "noted"
  /** None is about a mail of ours, as far as we signed its name. Nothing is written. */
  | "no_address"
  | "repeated";

interface ReceivedEvents {
  events: readonly MailEvent[];
  voucher?: string;
}

/**
 * Takes in what a provider tells of mails of ours, each once however often it comes. The company follows from the token in the mail's name,
 * which we signed; whoever can make a provider tell of other names reaches nobody by it.
 */
export async function receiveMailEvents(
  { events, voucher }: ReceivedEvents,
  gateway: Gateway,
): Promise<EventsOutcome> {
  let outcome: EventsOutcome = "no_address";
  for (const event of events) {
    const subject = readReplyToken(event.name.token, gateway.clock.now());
    if (subject === null) continue;
    const mail = { ...subject, ref: event.name.ref };
    const note = async () => ((await noteEvent(event, mail, gateway)) ? "noted" : "no_address");
    const one = voucher === undefined ? await note() : await receiveOnce(voucher, subject, note, gateway);
    if (outcome === "no_address") outcome = one;
  }
  return outcome;
}

const noteEvent = (
  { kind, why }: MailEvent,
  mail: Parameters<typeof noteReported>[0],
  gateway: Gateway,
): Promise<boolean> =>
  kind === "returned" ? noteReturned({ ...mail, why }, gateway) : noteReported(mail, gateway);
