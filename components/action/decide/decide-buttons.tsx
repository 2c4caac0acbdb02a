"use client";
import { useCallback, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Arrival } from "@/components/ui/hand/arrivals";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import { useGuard } from "@/components/ui/hand/use-guard";
import type { ActionSummary } from "@/lib/contract/action-view";
import { READING_AGAIN } from "./answer-line";
import { useDecisionFlow } from "./decision-flow";
import { type DecisionState, isBusy } from "./decisions";
import { useArmed } from "./use-armed";

interface DecideButtonsProps {
  action: ActionSummary;
  state: DecisionState | undefined;
  /** What came in front of the reader with these buttons: the card, or the list as it stands now. */
  arrival: Arrival;
  /** Null: approving is offered. */
  whyNot: string | null;
  /** Under the buttons. Null: there is no such line; empty: there is room for one. */
  note: string | null;
  /** In the place of Approve, where the record speaks against it. */
  instead?: ReactNode;
  className?: string;
  buttonClassName: string;
}

/** Approve and Reject on a card. They are armed once the whole card, and not its buttons alone, has been in view. */
export function DecideButtons({
  action,
  state,
  arrival,
  whyNot,
  note,
  instead,
  className,
  buttonClassName,
}: DecideButtonsProps) {
  const flow = useDecisionFlow();
  const [guard, watch] = useGuard(arrival);
  const watchCard = useCallback((row: HTMLElement | null) => watch(row?.closest("article") ?? null), [watch]);
  const answered = state?.phase === "answered" && state.answer.leaves;
  const busy = isBusy(state);
  // Once answered the buttons keep their room: the rows below may not slide under the finger.
  return (
    <div ref={watchCard} className={cn("grid gap-1.5 pt-1", className, answered && "invisible")}>
      <div className="flex gap-2">
        {instead ?? (
          <Button
            tone="solid"
            className={cn(buttonClassName, whyNot === null && !busy && "disabled:opacity-100!")}
            disabled={!armed || busy || whyNot !== null}
            onClick={() => flow.approve(action)}
          >
            {state?.phase === "reading" ? READING_AGAIN : "Approve"}
          </Button>
        )}
        <Button
          className={cn(buttonClassName, !busy && "disabled:opacity-100!")}
          disabled={!armed || busy}
          onClick={() => flow.reject(action)}
        >
          Reject
        </GuardedButton>
        <LookFirst refusal={guard.refusal} className="left-0" />
      </div>
      {note !== null && <p className="min-h-[18px] text-xs text-ink-2">{note}</p>}
    </div>
  );
}
