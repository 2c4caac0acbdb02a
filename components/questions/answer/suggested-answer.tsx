"use client";
import Link from "next/link";
import { useState } from "react";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { Suggestion } from "@/lib/contract/interactions/suggestion";
import type { JsonValue } from "@/lib/view/questions/answer-form";
import { answerLines } from "@/lib/view/questions/answer-words";
import { questionHref } from "@/lib/view/questions/question-href";
import { type Draft, draftOf } from "@/lib/view/questions/read-answer";
import type { AnswerFormProps } from "./answer-form-props";
import { AnswerLines } from "./answer-lines";

interface SuggestedAnswerProps extends Pick<
  AnswerFormProps,
  "question" | "form" | "draft" | "onDraft" | "ended"
> {
  suggestion: Suggestion;
}

const SHORT_CHARACTERS_MAX = 80;

/** The answer that earlier ones speak for. Its button fills the form, which the person sends themselves. */
export function SuggestedAnswer({ question, form, draft, onDraft, ended, suggestion }: SuggestedAnswerProps) {
  const { answer, agreed, earlier } = suggestion;
  const [filled, setFilled] = useState<{ with: Draft; before: Draft } | null>(null);
  const isFilled = filled !== null && filled.with === draft;
  const fill = () => {
    const next = draftOf(form, answer as JsonValue);
    setFilled({ with: next, before: draft });
    onDraft(next);
    announce("The suggested answer is in the form. It is not sent.");
  };
  const takeOut = () => {
    onDraft(filled!.before);
    setFilled(null);
    announce("The form is as it was before.");
  };
  const [line, ...more] = answerLines(question, answer);
  const short = line && line.label === null && more.length === 0 && isShort(line.text) ? line.text : null;
  return (
    <aside
      aria-label="Suggested answer"
      data-testid="suggested-answer"
      className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-2.5 border-b pb-4 text-sm"
    >
      <div className="grid items-center gap-x-4 gap-y-2.5 md:grid-cols-[minmax(0,1fr)_auto]">
        <p className="min-w-0 text-ink-2">
          Answered like this {agreed} of the last {earlier.length} times:
          {short !== null && (
            <>
              {" "}
              <span className="font-medium text-ink">
                <UntrustedText edge>{short}</UntrustedText>
              </span>
            </>
          )}
        </p>
        {short === null && (
          <div className="max-h-60 min-w-0 overflow-y-auto border-l-2 border-line-strong pl-3.5 md:col-span-2">
            <AnswerLines question={question} answer={answer} />
          </div>
        )}
        <Button
          size="small"
          onClick={isFilled ? takeOut : fill}
          disabled={ended !== null}
          className="min-w-24 md:col-start-2 md:row-start-1"
        >
          {isFilled ? "Take it out" : "Fill it in"}
        </Button>
      </div>
      <EarlierQuestions earlier={earlier} />
    </aside>
  );
}

const isShort = (text: string) => text.length <= SHORT_CHARACTERS_MAX && !text.includes("\n");

function EarlierQuestions({ earlier }: Pick<Suggestion, "earlier">) {
  return (
    <details className="text-xs text-ink-2">
      <summary className="w-fit rounded underline-offset-2 hover:underline max-md:py-3">
        The {earlier.length} earlier questions
      </summary>
      <ul
        className="mt-1.5 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 max-md:gap-y-0"
        aria-label="Earlier questions"
      >
        {earlier.map(({ id, at, by, agrees }) => (
          <li key={id} className="col-span-2 grid grid-cols-subgrid items-center">
            <Link
              href={questionHref(id)}
              className="text-ink tabular-nums underline underline-offset-2 max-md:flex max-md:min-h-11 max-md:items-center"
            >
              Question {id}
            </Link>
            <span className="min-w-0">
              {agrees ? "Same answer" : "Another answer"}
              {by !== null && (
                <>
                  {" "}
                  by <UntrustedText>{by}</UntrustedText>
                </>
              )}
              , <RelativeTime iso={at} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
