"use client";
import { RowList } from "@/components/ui/lists/row-list";
import { PagedList } from "@/components/data/paged-list";
import type { QuestionFilter, QuestionPart } from "@/lib/view/questions/question-filter";
import { type InitialQuestions, useQuestions } from "./queries";
import { NoQuestions } from "./no-questions";
import { QuestionRow } from "./question-row";

interface QuestionListProps {
  part: QuestionPart;
  filter: QuestionFilter;
  initial: InitialQuestions;
}

const PART_WORDS: Readonly<Record<QuestionPart, { heading: string; order: string }>> = {
  open: { heading: "Open", order: "Open questions, the next to end first" },
  ended: { heading: "Ended", order: "Questions that have ended, newest first" },
};

/** Open questions, or those that have ended. */
export function QuestionList({ part, filter, initial }: QuestionListProps) {
  const list = useQuestions(filter, part, initial);
  const { heading, order } = PART_WORDS[part];
  return (
    <section aria-labelledby={`questions-${part}`} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <h2 id={`questions-${part}`} className={filter.state === null ? "text-sm font-semibold" : "sr-only"}>
        {heading}
      </h2>
      <PagedList
        list={list}
        name="questions"
        empty={<NoQuestions part={part} filter={filter} />}
        more="Show more"
      >
        <RowList aria-label={order} aria-busy={list.query.isPlaceholderData}>
          {list.items.map((question) => (
            <li key={question.id} data-question-id={question.id} data-status={question.status}>
              <QuestionRow question={question} />
            </li>
          ))}
        </RowList>
      </PagedList>
    </section>
  );
}
