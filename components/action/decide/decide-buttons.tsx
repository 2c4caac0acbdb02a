"use client";
import { useCallback } from "react";
import { cn } from "@/components/ui/cn";
import type { Arrival } from "@/components/ui/hand/arrivals";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import { useGuard } from "@/components/ui/hand/use-guard";
import type { ActionSummary } from "@/lib/contract/action-view";
import { useDecisionFlow } from "./decision-flow";
import type { DecisionState } from "./decisions";

interface DecideButtonsProps {
  action: ActionSummary;
  state: DecisionState | undefined;
  /** What came in front of the reader with these buttons: the card, or the list as it stands now. */
  arrival: Arrival;
  /** Null: approving is offered. */
  whyNot: string | null;
  /** Under the buttons. Null: there is no such line; empty: there is room for one. */
  note: string | null;
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
  className,
  buttonClassName,
}: DecideButtonsProps) {
  const flow = useDecisionFlow();
  const [guard, watch] = useGuard(arrival);
  const watchCard = useCallback((row: HTMLElement | null) => watch(row?.closest("article") ?? null), [watch]);
  const answered = state?.phase === "answered" && state.answer.leaves;
  const busy = state?.phase === "sending" || answered;
  // Once answered the buttons keep their room: the rows below may not slide under the finger.
  return (
    <div ref={watchCard} className={cn("grid gap-1.5", className, answered && "invisible")}>
      <div className="relative flex gap-2">
        <GuardedButton
          guard={guard}
          name="approve"
          tone="solid"
          className={buttonClassName}
          disabled={busy || whyNot !== null}
          onPress={() => flow.approve(action)}
        >
          Approve
        </GuardedButton>
        <GuardedButton
          guard={guard}
          name="reject"
          className={buttonClassName}
          disabled={busy}
          onPress={() => flow.reject(action)}
        >
          Reject
        </GuardedButton>
        <LookFirst refusal={guard.refusal} className="left-0" />
      </div>
      {note !== null && <p className="min-h-[18px] text-xs text-ink-2">{note}</p>}
    </div>
  );
}
