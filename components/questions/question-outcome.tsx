import { PageSection } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { endWords, timeoutWords } from "@/lib/view/questions/question-words";
import { AnswerLines } from "./answer/answer-lines";

interface QuestionOutcomeProps {
  question: InteractionView;
  now: number;
}

/** How it ended, and every answer that counted, as far as this person may see them. */
export function QuestionOutcome({ question, now }: QuestionOutcomeProps) {
  const end = endWords(question, now);
  if (end === null) return null;
  const { response } = question;
  const { defaultAnswer } = timeoutWords(question);
  const takesDefault = response?.timed_out === true && defaultAnswer !== null;
  return (
    <PageSection title="How it ended">
      <div className="grid gap-3 rounded-[10px] border bg-panel p-4" data-testid="question-outcome">
        <p className="text-sm">
          <UntrustedText>{end}</UntrustedText>
          {question.ended_at !== null && (
            <span className="text-ink-3">
              {" "}
              <RelativeTime iso={question.ended_at} />
            </span>
          )}
          {takesDefault && (
            <>
              {" "}
              The default counts: <UntrustedText edge>{defaultAnswer}</UntrustedText>
            </>
          )}
        </p>
        {response !== null && response.answers.length > 0 && (
          <ul className="grid gap-3">
            {response.answers.map(({ answer, by, at }, index) => (
              <li key={index} className="grid gap-1 border-t pt-3">
                <p className="text-xs text-ink-3">
                  <UntrustedText>{by}</UntrustedText> <RelativeTime iso={at} />
                </p>
                <AnswerLines question={question} answer={answer} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </PageSection>
  );
}
