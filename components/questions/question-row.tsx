"use client";
import Link from "next/link";
import { useNow } from "@/components/state/clock";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { questionHref } from "@/lib/view/questions/question-href";
import {
  TYPE_WORDS,
  endWords,
  isOpenAt,
  progressText,
  reminderWords,
  responderNames,
} from "@/lib/view/questions/question-words";
import { QuestionBadge } from "./question-badge";
import { TimeLeft } from "./time-left";

/** One question: how it stands, its words, who asks whom, and the time left or how it ended. */
export function QuestionRow({ question }: { question: InteractionView }) {
  const now = useNow();
  const isOpen = isOpenAt(question, now);
  const end = endWords(question, now);
  const more = isOpen ? [progressText(question), reminderWords(question)] : [];
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-sunken/50 md:grid-cols-[8rem_minmax(0,1fr)_auto] md:items-start">
      <span className="flex md:pt-0.5">
        <QuestionBadge question={question} />
      </span>
      <div className="grid min-w-0 gap-1 max-md:col-span-2 max-md:row-start-2">
        <Link
          href={questionHref(question.id)}
          prefetch={false}
          data-question-link
          aria-label={`Question ${question.id}: ${TYPE_WORDS[question.interaction_type]} from ${question.asked_by}`}
          className="line-clamp-2 text-sm font-medium break-words after:absolute after:inset-0 hover:underline"
        >
          {question.message === null ? (
            <span className="font-normal text-ink-3">Its words are hidden from you</span>
          ) : (
            // Two lines of the list: a blank line of the message would hide the question that often follows it.
            <UntrustedText>{question.message.replaceAll(/\s*\n\s*/g, " ")}</UntrustedText>
          )}
        </Link>
        <p className="text-xs text-ink-2">
          {TYPE_WORDS[question.interaction_type]} · from{" "}
          {question.asked_by_you ? "you" : <UntrustedText>{question.asked_by}</UntrustedText>} · to{" "}
          <UntrustedText>{responderNames(question)}</UntrustedText>
          {more.map((words) => words && <span key={words}> · {words}</span>)}
        </p>
        {end !== null && (
          <p className="text-xs text-ink-2">
            <UntrustedText>{end}</UntrustedText>
          </p>
        )}
      </div>
      <span className="justify-self-end text-xs text-ink-3 md:pt-0.5">
        {isOpen || question.ended_at === null ? (
          <TimeLeft question={question} />
        ) : (
          <RelativeTime iso={question.ended_at} />
        )}
      </span>
    </div>
  );
}
