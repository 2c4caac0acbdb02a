import { AnswerText } from "@/components/action/change/answer-text";
import { cn } from "@/components/ui/cn";
import { FollowedAnswer } from "./followed-answer";
import type { DecisionState } from "./decisions";

export const READING_AGAIN = "Reading the record again…";

interface AnswerLineProps {
  state: DecisionState;
  /** The action whose write the answer to an approval follows to its end; absent: it does not. */
  follows?: number;
  className?: string;
}

export function AnswerLine({ state, follows, className }: AnswerLineProps) {
  if (state.phase === "reading")
    return <p className={cn("text-sm font-medium text-ink-2", className)}>{READING_AGAIN}</p>;
  if (state.phase === "sending") {
    return (
      <p className={cn("text-sm font-medium text-ink-2", className)}>
        {state.decision === "approve" ? "Sending your approval…" : "Sending your rejection…"}
      </p>
    );
  }
  const { answer } = state;
  if (follows !== undefined && answer.code === "claimed" && answer.approved)
    return <FollowedAnswer actionId={follows} answer={answer} className={className} />;
  return (
    <AnswerText answer={state.answer} testId="answer" className={className}>
      {state.answer.text}
    </AnswerText>
  );
}
