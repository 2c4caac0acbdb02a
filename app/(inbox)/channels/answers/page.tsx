import type { Metadata } from "next";
import { AnswerFiguresView } from "@/components/answer-figures/answer-figures-view";
import { AdminsOnly } from "@/components/shell/admins-only";
import { mayAdminister } from "@/lib/core/access/principal";
import { personPage } from "@/lib/http/page";
import { type SearchParams, readSearchParams } from "@/lib/http/search-params";
import { readAnswerFigures } from "@/lib/interactions/figures/read-answer-figures";
import { parsePeriod } from "@/lib/view/questions/answer-figure-words";

export const metadata: Metadata = { title: "Answer rates" };

export default personPage(async function AnswerFiguresPage(
  person,
  { searchParams }: { searchParams: SearchParams },
) {
  if (!mayAdminister(person.role))
    return <AdminsOnly title="Answer rates" text="How often and how fast people answer questions." />;
  const days = parsePeriod((await readSearchParams(searchParams))("days"));
  return <AnswerFiguresView figures={await readAnswerFigures(person, { days })} />;
});
