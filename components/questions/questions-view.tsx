/** This room shows questions to people, takes their answers, and lets people ask. */
"use client";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { useViewer } from "@/components/data/viewer";
import { useListKeys } from "@/components/keyboard/use-list-keys";
import { ButtonLink } from "@/components/ui/button-link";
import { PageFrame } from "@/components/ui/page";
import { mayAdminister } from "@/lib/core/access/principal";
import { mayAsk } from "@/lib/core/interaction/responders";
import { parseQuestionFilter, partsOf } from "@/lib/view/questions/question-filter";
import type { InitialQuestions } from "./queries";
import { QuestionFilters } from "./question-filters";
import { QuestionList } from "./question-list";

export function QuestionsView({ initial }: { initial: InitialQuestions }) {
  const params = useSearchParams();
  const { role } = useViewer();
  const lists = useListKeys<HTMLDivElement>("[data-question-link]");
  const filter = useMemo(() => parseQuestionFilter((name) => params.get(name)), [params]);
  return (
    <PageFrame
      title="Questions"
      text="Agents, workflows and colleagues ask, and people answer. An answer here approves no write to NetSuite: those wait in the inbox."
    >
      {mayAsk(role) && (
        <ButtonLink href="/questions/new" className="w-fit max-md:w-full">
          Ask a question
        </ButtonLink>
      )}
      <QuestionFilters filter={filter} mayAdminister={mayAdminister(role)} />
      {filter.whose === "others" && (
        <p className="-mt-3 text-sm text-ink-2">
          Administrators see that these questions exist. Their words and answers are hidden from you.
        </p>
      )}
      <div ref={lists} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {partsOf(filter).map((part) => (
          <QuestionList key={part} part={part} filter={filter} initial={initial} />
        ))}
      </div>
    </PageFrame>
  );
}
