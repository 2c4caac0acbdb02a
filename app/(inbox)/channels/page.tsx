import type { Metadata } from "next";
import { ChannelsView } from "@/components/channels/channels-view";
import { MailRepliesCard } from "@/components/channels/mail-replies-card";
import { mayAdminister } from "@/lib/core/access/principal";
import { personPage } from "@/lib/http/page";
import { readChannelAccounts } from "@/lib/messages/connect-slack";
import { readOwnLinks } from "@/lib/messages/own-links";

export const metadata: Metadata = { title: "Channels" };

export default personPage(async function ChannelsPage(person) {
  const accounts = mayAdminister(person.role) ? await readChannelAccounts(person) : null;
  const mail = accounts && <MailRepliesCard accounts={accounts} />;
  return <ChannelsView links={await readOwnLinks(person)} accounts={accounts} mail={mail} />;
});
