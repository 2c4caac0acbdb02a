import Link from "next/link";
import { Section } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { TYPE_WORDS, timeoutWords } from "@/lib/view/questions/question-words";
import { runHref } from "@/lib/view/runs/run-filter";

/** The kind of the question, its age, its run, and what happens if nobody answers. */
export function QuestionFacts({ question }: { question: InteractionView }) {
  const { text, defaultAnswer } = timeoutWords(question);
  return (
    <>
      <Section title="If nobody answers in time">
        <p className="text-sm text-ink-2">
          {text}
          {defaultAnswer !== null && (
            <>
              {" "}
              <UntrustedText edge>{defaultAnswer}</UntrustedText>
            </>
          )}
        </p>
      </Section>
      <Section title="About it">
        <p className="text-sm text-ink-2">
          {TYPE_WORDS[question.interaction_type]}, asked <RelativeTime iso={question.created_at} />
          {question.execution_id === null ? (
            "."
          ) : (
            <>
              {" "}
              by a step of{" "}
              <Link
                href={runHref(question.execution_id)}
                className="underline underline-offset-2 max-md:-my-2.5 max-md:inline-block max-md:py-2.5"
              >
                run {question.execution_id}
              </Link>
              .
            </>
          )}
        </p>
      </Section>
    </>
  );
}
