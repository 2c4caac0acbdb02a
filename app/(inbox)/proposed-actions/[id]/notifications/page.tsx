import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReachPage } from "@/components/routing/reach-page";
import { idSchema } from "@/lib/contract/actions/decision";
import { orNotFound } from "@/lib/http/or-not-found";
import { personPage } from "@/lib/http/page";
import { readActionReach } from "@/lib/messages/routing/read-reach";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Who was notified of #${(await params).id}` };
}

export default personPage(async function ActionReachPage(person, { params }: Props) {
  const id = idSchema.safeParse(Number((await params).id));
  if (!id.success) notFound();
  const reach = await orNotFound(readActionReach(person, id.data));
  const back = { href: `/proposed-actions/${id.data}`, words: `#${id.data}` };
  return <ReachPage title={`Who was notified of #${id.data}`} back={back} reach={reach} />;
});
