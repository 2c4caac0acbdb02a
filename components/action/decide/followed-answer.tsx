"use client";
import { AnswerText } from "@/components/action/change/answer-text";
import { useProgress } from "@/components/data/actions";
import { useOverview } from "@/components/data/overview";
import { useNow } from "@/components/state/clock";
import { pushWords } from "@/lib/view/action/push-words";
import { waitWords } from "@/lib/view/switches";
import { approvedWords, type Answer } from "./outcome";
import { useSecondsLeft } from "./take-back/use-seconds-left";

const ended = ["applied", "stale", "dead", "cancelled"];

interface FollowedAnswerProps {
  actionId: number;
  answer: Answer;
  /** Where there is room for one line. */
  brief?: boolean;
  className?: string | undefined;
}

/** The answer to an approval, and then, in its place, the end of its write: nobody has to go and look for it. */
export function FollowedAnswer({ actionId, answer, brief = false, className }: FollowedAnswerProps) {
  const now = useNow();
  const secondsLeft = useSecondsLeft(answer.takeBackUntilMs ?? 0);
  const { overview } = useOverview();
  const action = useProgress(actionId);
  const push = action?.push;
  const end = push && ended.includes(push.status) ? push : null;
  const words = end && pushWords(end, now);
  // A write that was sent before waits for more than a switch.
  const wait = push?.attempts ? null : waitWords(overview, action?.risk_level);
  return (
    <AnswerText
      answer={words ? { code: end!.status, tone: words.tone } : answer}
      testId="answer"
      className={className}
    >
      {words
        ? `Approved. ${words.title}${brief ? "." : `: ${words.text}`}`
        : approvedWords(answer.goesToNetSuite!, secondsLeft, wait)}
    </AnswerText>
  );
}
