"use client";
import { useState } from "react";
import { ReadFailure } from "@/components/data/read-failure";
import { useNow } from "@/components/state/clock";
import { BackLink } from "@/components/ui/back-link";
import { lazily } from "@/components/ui/lazily";
import { PageFrame } from "@/components/ui/page";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import type { Suggestion } from "@/lib/contract/interactions/suggestion";
import { reminderWords } from "@/lib/view/questions/question-words";
import { AnswerPart } from "./answer/answer-part";
import { CancelQuestion } from "./cancel-question";
import { useQuestion } from "./queries";
import { QuestionBadge } from "./question-badge";
import { QuestionFacts } from "./question-facts";
import { QuestionOutcome } from "./question-outcome";
import { QuestionWords } from "./question-words";
import { TimeLeft } from "./time-left";

const ResponderList = lazily(() => import("./responder-list").then((module) => module.ResponderList));
const ReplyList = lazily(() => import("./replies/reply-list").then((module) => module.ReplyList));

interface QuestionViewProps {
  initial: InteractionView;
  /** The suggested answer as of the loading of the page. */
  suggestion: Suggestion | null;
}

/** One question whole: its words, the form for an answer, who is asked, and how it ended. */
export function QuestionView({ initial, suggestion }: QuestionViewProps) {
  const query = useQuestion(initial);
  const now = useNow();
  const { data: question = initial } = query;
  // A form that somebody has seen stays, with what is typed in it, whatever happens to the question.
  const [offered, setOffered] = useState(question.may_answer);
  if (question.may_answer && !offered) setOffered(true);
  const reminded = reminderWords(question);
  return (
    <PageFrame
      title={`Question ${question.id}`}
      text={
        <>
          Asked by {question.asked_by_you ? "you" : <UntrustedText edge>{question.asked_by}</UntrustedText>}.{" "}
          {question.sends
            ? "What it shows is sent outside as soon as enough people have approved it."
            : "An answer here approves no write to NetSuite."}
        </>
      }
    >
      <BackLink href="/questions">All questions</BackLink>
      <div
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 wide:grid-cols-[minmax(0,1fr)_18rem]"
        data-testid="question"
        data-question-id={question.id}
        data-status={question.status}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <section
            aria-label="This question"
            className="grid gap-3 rounded-[10px] border bg-panel p-4 shadow-lift"
          >
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1" data-testid="question-state">
              <span aria-live="polite">
                <QuestionBadge question={question} />
              </span>
              {reminded && <span className="text-xs text-ink-2">{reminded}</span>}
              <span className="ml-auto">
                {question.status === "pending" && <TimeLeft question={question} />}
              </span>
            </div>
            <QuestionWords question={question} />
          </section>
          <AnswerPart
            question={question}
            suggestion={suggestion}
            offered={offered}
            now={now}
            refetch={() => void query.refetch()}
          />
          <QuestionOutcome question={question} now={now} />
          {!question.redacted && <ReplyList question={question} />}
          {query.isError && (
            <ReadFailure title="This question is as it was; it could not be read again" query={query} />
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ResponderList question={question} />
          <QuestionFacts question={question} />
          {question.may_cancel && <CancelQuestion question={question} />}
        </div>
      </div>
    </PageFrame>
  );
}
