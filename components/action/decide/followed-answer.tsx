"use client";
import { useEffect } from "react";
import { AnswerText } from "@/components/action/change/answer-text";
import { useProgress } from "@/components/data/actions";
import { useNow } from "@/components/state/clock";
import { announce } from "@/components/ui/announcer";
import { pushWords } from "@/lib/view/action/push-words";
import type { Answer } from "./outcome";

const ended = ["applied", "stale", "dead", "cancelled"];

interface FollowedAnswerProps {
  actionId: number;
  answer: Answer;
  className?: string | undefined;
}

/** The answer to an approval, and then, in its place, the end of its write: nobody has to go and look for it. */
export function FollowedAnswer({ actionId, answer, className }: FollowedAnswerProps) {
  const now = useNow();
  const { data } = useProgress(actionId);
  const push = data?.push;
  const end = push && ended.includes(push.status) ? push : null;
  const words = end && pushWords(end, now);
  const heard = words ? `#${actionId}: ${words.title}.` : null;
  useEffect(() => {
    if (heard !== null) announce(heard);
  }, [heard]);
  return (
    <AnswerText
      answer={words ? { code: end!.status, tone: words.tone } : answer}
      testId="answer"
      className={className}
    >
      {words ? `Approved. ${words.title}: ${words.text}` : answer.text}
    </AnswerText>
  );
}
