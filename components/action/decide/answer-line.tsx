import { AnswerText } from "@/components/action/change/answer-text";
import { cn } from "@/components/ui/cn";
import type { DecisionState } from "./decisions";

export const READING_AGAIN = "Reading the record again…";

interface AnswerLineProps {
  state: DecisionState;
  className?: string;
}

export function AnswerLine({ state, className }: AnswerLineProps) {
  if (state.phase === "reading")
    return <p className={cn("text-sm font-medium text-ink-2", className)}>{READING_AGAIN}</p>;
  if (state.phase === "sending") {
    return (
      <p className={cn("text-sm font-medium text-ink-2", className)}>
        {state.decision === "approve" ? "Sending your approval…" : "Sending your rejection…"}
      </p>
    );
  }
  return (
    <AnswerText answer={state.answer} testId="answer" className={className}>
      {state.answer.text}
    </AnswerText>
  );
}
