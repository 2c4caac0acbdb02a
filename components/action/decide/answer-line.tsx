import { AnswerText } from "@/components/action/change/answer-text";
import { cn } from "@/components/ui/cn";
import type { DecisionState } from "./decisions";
import { FollowedAnswer } from "./followed-answer";

export const READING_AGAIN = "Reading the record again…";

/** Why a button does nothing while its own decision is under way; null: none is. It keeps the focus meanwhile. */
export function progressWords(state: DecisionState | undefined): string | null {
  if (state?.phase === "reading") return READING_AGAIN;
  return state?.phase === "sending" ? sendingWords[state.decision] : null;
}

const sendingWords = { approve: "Sending your approval…", reject: "Sending your rejection…" } as const;

interface AnswerLineProps {
  actionId: number;
  state: DecisionState;
  /** Where a long answer would cover what it asks to be looked at. */
  brief?: boolean;
  className?: string;
}

export function AnswerLine({ actionId, state, brief = false, className }: AnswerLineProps) {
  if (state.phase !== "answered")
    return <p className={cn("text-sm font-medium text-ink-2", className)}>{progressWords(state)}</p>;
  if (state.answer.approved)
    return <FollowedAnswer actionId={actionId} answer={state.answer} brief={brief} className={className} />;
  return (
    <AnswerText answer={state.answer} testId="answer" className={className}>
      {(brief && state.answer.brief) || state.answer.text}
    </AnswerText>
  );
}
