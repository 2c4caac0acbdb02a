import { AnswerText } from "@/components/action/change/answer-text";
import { cn } from "@/components/ui/cn";
import type { DecisionState } from "./decisions";

export function AnswerLine({ state, className }: { state: DecisionState; className?: string }) {
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
