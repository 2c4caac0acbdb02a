import { PageSection } from "@/components/ui/page";
import { OrderedRowList } from "@/components/ui/lists/row-list";
import type { BundledQuestion } from "@/lib/core/ledger/bundle/files";
import { SAID_WORDS, endOfQuestion } from "@/lib/view/evidence/question-words";
import { countWords } from "@/lib/view/words";
import { Aside, Facts, Hash, Moment, Words } from "./parts";

const shownMax = 100;

/** A run's questions to people: who answered each, and when. Words and answers are shown as hashes. */
export function QuestionsPart({ questions }: { questions: readonly BundledQuestion[] }) {
  if (questions.length === 0) return null;
  const firstQuestions = questions.slice(0, shownMax);
  return (
    <PageSection title="Questions" aside={<Aside>{countWords(questions.length, "question")}</Aside>}>
      <OrderedRowList>
        {firstQuestions.map((question) => (
          <li key={question.id} className="grid gap-1 px-4 py-2.5 text-sm">
            <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
              <span className="font-medium">Question {question.id}</span>
              <span className="font-mono text-xs break-all text-ink-3">{question.step_key}</span>
              <span className="ml-auto text-xs text-ink-2">{endOfQuestion(question)}</span>
            </div>
            <Facts
              rows={{
                Asked: <Moment iso={question.asked_at} />,
                Words: <Hash>{question.request_sha256}</Hash>,
                ...Object.fromEntries(
                  question.answers.map((answer, index) => [
                    `${SAID_WORDS[answer.kind] ?? answer.kind} ${index + 1}`,
                    <span key={answer.id} className="flex flex-wrap items-baseline gap-x-2">
                      <span>
                        <Words>{answer.by.label ?? "nobody"}</Words>, <Moment iso={answer.at} />
                      </span>
                      <Hash>{answer.response_sha256}</Hash>
                    </span>,
                  ]),
                ),
              }}
            />
          </li>
        ))}
      </OrderedRowList>
      {questions.length > firstQuestions.length && (
        <p className="text-sm text-ink-2">
          {countWords(questions.length - firstQuestions.length, "more question")} in the file.
        </p>
      )}
    </PageSection>
  );
}
