import type { Metadata } from "next";
import { QuestionsView } from "@/components/questions/questions-view";
import { ownInteractionsQuerySchema } from "@/lib/contract/interactions/interactions";
import { personPage } from "@/lib/http/page";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";
import { readInteractions } from "@/lib/interactions/read";
import {
  type QuestionPart,
  parseQuestionFilter,
  partsOf,
  questionsQueryOf,
} from "@/lib/view/questions/question-filter";

export const metadata: Metadata = { title: "Questions" };

export default personPage(async function QuestionsPage(
  person,
  { searchParams }: { searchParams: SearchParams },
) {
  const filter = parseQuestionFilter(await readSearchParams(searchParams));
  const read = (part: QuestionPart) =>
    readInteractions(
      person,
      ownInteractionsQuerySchema.parse(Object.fromEntries(questionsQueryOf(filter, part))),
    );
  const first = await Promise.all(partsOf(filter).map(async (part) => [part, await read(part)] as const));
  return <QuestionsView initial={{ filter, first: Object.fromEntries(first) }} />;
});
