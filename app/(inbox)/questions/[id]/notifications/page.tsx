import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReachPage } from "@/components/routing/reach-page";
import { idSchema } from "@/lib/contract/actions/decision";
import { orNotFound } from "@/lib/http/or-not-found";
import { personPage } from "@/lib/http/page";
import { readQuestionReach } from "@/lib/interactions/read-reach";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Who was notified of question ${(await params).id}` };
}

export default personPage(async function QuestionReachPage(person, { params }: Props) {
  const id = idSchema.safeParse(Number((await params).id));
  if (!id.success) notFound();
  const reach = await orNotFound(readQuestionReach(person, id.data));
  const back = { href: `/questions/${id.data}`, words: `Question ${id.data}` };
  return <ReachPage title={`Who was notified of question ${id.data}`} back={back} reach={reach} />;
});
