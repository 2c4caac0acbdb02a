import { type MailListener, listenForMail } from "@/lib/channels/mail/inbound/smtp-listener";
import { readReplyAddress } from "@/lib/channels/mail/reply-address";
import type { Gateway } from "@/lib/gateway/context";
import { receiveMail } from "./receive-mail";

/** Our own listener, where one is set up. Null: there is none. @throws Error where its address cannot be listened at. */
export async function listenForReplies(gateway: Gateway): Promise<MailListener | null> {
  const { inboundMail } = gateway;
  if (!inboundMail?.settings.smtp) return null;
  return listenForMail({
    settings: inboundMail.settings.smtp,
    isOurs: (address) =>
      readReplyAddress(address, inboundMail.settings.address, gateway.clock.now()) !== null,
    take: async (mail) => void (await receiveMail(mail, inboundMail, gateway)),
  });
}
