import type { MessageChannel, MessageTarget, SendOutcome } from "@/lib/channels/channel";
import { type MailSettings, isMailAddress } from "@/lib/core/message/mail-settings";
import { type MailContent, renderMail } from "./render-mail";
import { sendMail } from "./send-mail";

/** Mail to people at the address that they sign in with. A mail is not changed later: another one follows in its thread. */
export const createMailChannel = (settings: MailSettings): MessageChannel<MailContent> => ({
  kind: "email",
  ownLabel: "Mail",
  following: "follow_up",
  render: renderMail,
  send: (to, content) => sendTo(settings, to, content),
});

async function sendTo(settings: MailSettings, to: MessageTarget, content: MailContent): Promise<SendOutcome> {
  const { email } = to.person!;
  if (!isMailAddress(email))
    return { kind: "refused", scope: "message", why: "Their address is none that mail can be sent to." };
  return sendMail(settings, {
    ...content,
    to: email,
    messageId: messageIdOf(settings, to),
    firstMessageId: to.firstExternalId,
  });
}

/** The same at each attempt, so that a mailbox that knows it shows one copy. */
const messageIdOf = ({ from }: MailSettings, { ref, part }: MessageTarget): string =>
  `<${ref}.${part}@${from.address.split("@")[1]}>`;
