import { UntrustedText } from "@/components/ui/untrusted-text";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { answerLines } from "@/lib/view/questions/answer-words";

/** An answer as people read it, disarmed: its names and texts came from outside. */
export function AnswerLines({ question, answer }: { question: InteractionView; answer: unknown }) {
  return (
    <dl className="grid gap-1 text-sm" data-testid="answer-lines">
      {answerLines(question, answer).map(({ label, text }, index) =>
        label === null ? (
          <div key={index}>
            <dt className="sr-only">Answer</dt>
            <dd className="font-medium break-words">
              <UntrustedText>{text}</UntrustedText>
            </dd>
          </div>
        ) : (
          <div key={index} className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 max-sm:grid-cols-1">
            <dt className="min-w-0 text-ink-3">
              <UntrustedText>{label}</UntrustedText>
            </dt>
            <dd className="min-w-0 font-medium break-words">
              <UntrustedText>{text}</UntrustedText>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
