"use client";
import { useMemo, useRef, useState } from "react";
import { announce } from "@/components/ui/announcer";
import { lazily } from "@/components/ui/lazily";
import { PageSection } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/states";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import type { Suggestion } from "@/lib/contract/interactions/suggestion";
import type { JsonValue } from "@/lib/view/questions/answer-form";
import { formOf } from "@/lib/view/questions/form-of-question";
import { endedMeanwhileWords, finalWords, whyNoAnswer } from "@/lib/view/questions/question-words";
import { type Draft, draftOf } from "@/lib/view/questions/read-answer";
import { useKeptQuestion } from "@/components/questions/queries";
import { OwnAnswer } from "./own-answer";

const AnswerForm = lazily(
  () => import("./answer-form").then((module) => module.AnswerForm),
  () => <Skeleton words="Loading the form…" lines={4} />,
);

interface AnswerPartProps {
  question: InteractionView;
  suggestion: Suggestion | null;
  /** The form was there before, whatever has happened since. */
  offered: boolean;
  now: number;
  refetch: () => void;
}

/** The form for an answer, or one's own answer, or why there is nothing to answer. */
export function AnswerPart({ question, suggestion, offered, now, refetch }: AnswerPartProps) {
  const { id, your_answer: own } = question;
  const keep = useKeptQuestion();
  const heading = useRef<HTMLHeadingElement>(null);
  const [draft, setDraft] = useState<Draft>({});
  const [correction, setCorrection] = useState<Draft | null>(null);
  const form = useMemo(() => formOf(question), [question]);
  const whyNot = whyNoAnswer(question, now);
  const answered = (result: InteractionView, words: string) => {
    keep(result);
    setCorrection(null);
    announce(words);
    heading.current?.focus();
  };
  const content = () => {
    if (form === null) return null;
    if (own !== null && correction === null)
      return (
        <OwnAnswer
          question={question}
          onCorrect={() => setCorrection(draftOf(form, own as JsonValue))}
          onTakenBack={(result) => answered(result, "Your answer is taken back.")}
        />
      );
    const common = { question, form, onRefused: refetch };
    if (own !== null && correction !== null)
      return (
        <AnswerForm
          {...common}
          key="correction"
          suggestion={null}
          way="correctAnswer"
          draft={correction}
          onDraft={setCorrection}
          ended={finalWords(question)}
          onAnswered={(result) => answered(result, "Your answer is corrected.")}
          onLeave={() => {
            setCorrection(null);
            heading.current?.focus();
          }}
        />
      );
    if (!offered) return null;
    return (
      <AnswerForm
        {...common}
        key="answer"
        suggestion={suggestion}
        way="answer"
        draft={draft}
        onDraft={setDraft}
        ended={endedMeanwhileWords(question, now) ?? whyNot}
        onAnswered={(result) => answered(result, "Your answer is given.")}
        onLeave={null}
      />
    );
  };
  const body = content();
  if (body === null) return whyNot !== null && !question.redacted ? <NoAnswer text={whyNot} /> : null;
  return (
    <section aria-labelledby={`answer-${id}`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id={`answer-${id}`} ref={heading} tabIndex={-1} className="w-fit rounded text-sm font-semibold">
        Your answer
      </h2>
      <div className="rounded-[10px] border bg-panel p-4 shadow-lift" data-testid="your-answer">
        {body}
      </div>
    </section>
  );
}

function NoAnswer({ text }: { text: string }) {
  return (
    <PageSection title="Your answer">
      <p className="rounded-[10px] border border-dashed px-4 py-4 text-sm text-ink-2">{text}</p>
    </PageSection>
  );
}
