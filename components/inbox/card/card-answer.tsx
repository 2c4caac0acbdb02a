"use client";
import { AnswerLine } from "@/components/action/decide/answer-line";
import { CardTakeBack } from "@/components/action/decide/take-back/card-take-back";
import type { DecisionState } from "@/components/action/decide/decisions";
import { useRecentAnswer } from "@/components/action/decide/use-recent-answer";
import { cn } from "@/components/ui/cn";

interface CardAnswerProps {
  actionId: number;
  state: DecisionState | undefined;
  /** A reason that came up while the card was on screen, such as a switch that somebody engaged. */
  note: string | null;
}

/**
 * The answer to a card's decision, over its last lines: the card keeps its height, and its neighbours their places. Where the action
 * still waits it stands above the buttons, else in their place, where it takes the presses of a finger that goes on.
 */
export function CardAnswer({ actionId, state: latest, note }: CardAnswerProps) {
  const state = useRecentAnswer(latest);
  if (!state && note === null) return null;
  const isOver = state?.phase === "sending" || (state?.phase === "answered" && state.answer.leaves);
  return (
    <div
      className={cn("relative z-20 col-start-1 row-start-1 h-0 self-end", isOver ? "row-end-3" : "row-end-2")}
    >
      <div
        className={cn(
          "absolute inset-x-0 bottom-0 flex min-h-6 items-center gap-2 bg-panel",
          isOver && "max-md:min-h-[52px]",
          !state && "pointer-events-none md:hidden",
        )}
      >
        {state ? (
          <>
            <AnswerLine actionId={actionId} state={state} brief className="min-w-0 flex-1" />
            <CardTakeBack actionId={actionId} />
          </>
        ) : (
          <p className="text-xs text-ink-2">{note}</p>
        )}
      </div>
    </div>
  );
}
