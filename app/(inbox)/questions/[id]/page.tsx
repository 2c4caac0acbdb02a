import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { QuestionView } from "@/components/questions/question-view";
import { idSchema } from "@/lib/contract/actions/decision";
import { orNotFound } from "@/lib/http/or-not-found";
import { personPage } from "@/lib/http/page";
import { readInteraction } from "@/lib/interactions/read";
import { readSuggestion } from "@/lib/interactions/suggest/read-suggestion";

interface Props {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Question ${(await params).id}` };
}

export default personPage(async function QuestionPage(person, { params }: Props) {
  const id = idSchema.safeParse(Number((await params).id));
  if (!id.success) notFound();
  const initial = await orNotFound(readInteraction(person, id.data));
  const { suggestion } = initial.may_answer ? await readSuggestion(person, id.data) : { suggestion: null };
  return <QuestionView initial={initial} suggestion={suggestion} />;
});
