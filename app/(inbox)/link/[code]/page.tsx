import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ConfirmLink } from "@/components/channels/confirm-link";
import { linkCodeSchema } from "@/lib/contract/settings/channel-accounts";
import { orNotFound } from "@/lib/http/or-not-found";
import { personPage } from "@/lib/http/page";
import { readLinkCode } from "@/lib/messages/links";

export const metadata: Metadata = { title: "Confirm a link" };

interface Props {
  params: Promise<{ code: string }>;
}

/** A code that somebody got from a channel. Opening it changes nothing: its button links them. */
export default personPage(async function LinkPage(person, { params }: Props) {
  const given = linkCodeSchema.safeParse(await params);
  if (!given.success) notFound();
  const { code } = given.data;
  const { externalLabel: user, accountLabel: account } = await orNotFound(readLinkCode(person, code));
  return <ConfirmLink code={code} user={user} account={account} person={person.name} />;
});
