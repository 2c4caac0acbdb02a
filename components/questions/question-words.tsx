import { UntrustedText } from "@/components/ui/untrusted-text";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { HIDDEN_QUESTION } from "@/lib/view/questions/question-words";

/** The words of a question as plain text, disarmed as every text from outside; links in them are text. */
export function QuestionWords({ question }: { question: InteractionView }) {
  if (question.message === null) return <p className="text-sm text-ink-2">{HIDDEN_QUESTION}</p>;
  return (
    <figure className="grid gap-1.5 border-l-2 border-line-strong pl-3.5">
      <figcaption className="text-xs text-ink-3">
        {question.asked_by_you
          ? "Your words, as others see them."
          : "Written by the asker, not checked. Links are shown as text."}
      </figcaption>
      <blockquote
        className="max-w-[68ch] text-[16px] leading-6 break-words whitespace-pre-wrap"
        data-testid="question-words"
      >
        <UntrustedText>{question.message}</UntrustedText>
      </blockquote>
    </figure>
  );
}
