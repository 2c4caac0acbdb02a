import type { MessageChannel, MessageTarget, SendOutcome } from "@/lib/channels/channel";
import { type MailSettings, isMailAddress } from "@/lib/core/message/mail-settings";
import type { Clock } from "@/lib/clock";
import type { InboundMailSettings } from "@/lib/core/message/inbound-mail-settings";
import { type MailContent, renderMail } from "./render-mail";
import { NAMING_PROVIDERS, type NamingProvider, headersNaming } from "./mail-name";
import { replyAddressOf } from "./reply-address";
import { sendMail } from "./send-mail";

/** How replies to our mails come back. */
export interface MailReplies {
  address: InboundMailSettings["address"];
  clock: Clock;
  /** Those that tell what became of a mail. */
  providers: readonly NamingProvider[];
}

export const mailRepliesOf = (settings: InboundMailSettings, clock: Clock): MailReplies => ({
  address: settings.address,
  clock,
  providers: NAMING_PROVIDERS.filter(
    (provider) => settings[provider === "sendgrid" ? "sendgridEvents" : provider] !== null,
  ),
});

/**
 * Mail to people at the address that they sign in with. A mail is not changed later: another one follows in its thread.
 * @param replies Null: nobody reads them, and the mails say so.
 */
export const createMailChannel = (
  settings: MailSettings,
  replies: MailReplies | null = null,
): MessageChannel<MailContent> => ({
  kind: "email",
  ownLabel: "Mail",
  following: "follow_up",
  render: (card) => renderMail(card, replies !== null),
  send: (to, content) => sendTo({ settings, replies }, to, content),
});

interface Sending {
  settings: MailSettings;
  replies: MailReplies | null;
}

async function sendTo(sending: Sending, to: MessageTarget, content: MailContent): Promise<SendOutcome> {
  const { settings } = sending;
  const { email } = to.person!;
  if (!isMailAddress(email))
    return { kind: "refused", scope: "message", why: "Their address is none that mail can be sent to." };
  const replyTo = replyToOf(sending, to, content);
  return sendMail(settings, {
    ...content,
    to: email,
    messageId: messageIdOf(settings, to),
    firstMessageId: to.firstExternalId,
    replyTo,
    namedBy: headersNaming(replyTo, to.ref, sending.replies?.providers ?? []),
  });
}

/** Null: a reply to it is nobody's, as that to a test. */
function replyToOf(
  { replies }: Sending,
  { account, person }: MessageTarget,
  { about }: MailContent,
): string | null {
  if (replies === null || about === null) return null;
  const { tenantId } = account;
  const subject = { ...about, tenantId, userId: person!.userId };
  return replyAddressOf(subject, replies.address, replies.clock.now());
}

/** The same at each attempt, so that a mailbox that knows it shows one copy. */
const messageIdOf = ({ from }: MailSettings, { ref, part }: MessageTarget): string =>
  `<${ref}.${part}@${from.address.split("@")[1]}>`;
