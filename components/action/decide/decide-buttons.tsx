"use client";
import { useCallback, type ReactNode } from "react";
import { useLive } from "@/components/data/actions";
import { cn } from "@/components/ui/cn";
import type { Arrival } from "@/components/ui/hand/arrivals";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import { type Guard, useGuard, useTurned } from "@/components/ui/hand/use-guard";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { READING_AGAIN, progressWords } from "./answer-line";
import { useDecisionFlow } from "./decision-flow";
import { type DecisionState, isBusy } from "./decisions";
import { useTurns } from "./use-turns";

interface DecideButtonsProps {
  action: ActionSummary;
  state: DecisionState | undefined;
  /** The thing that came in front of the reader with these buttons: the card, or the list as it stands now. */
  arrival: Arrival;
  /** Null: approving is offered. */
  whyNot: string | null;
  /** Under the buttons. Null: there is no such line; empty: there is room for one. */
  note: string | null;
  /** In the place of Approve, where the record speaks against it. */
  renderInstead?: (guard: Guard) => ReactNode;
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
  renderInstead,
  className,
  buttonClassName,
}: DecideButtonsProps) {
  const flow = useDecisionFlow();
  const turns = useTurns(useLive(action.id, false).data);
  const [guard, watch] = useGuard(useTurned(arrival, turns));
  // A card with long texts may be higher than the screen; those were read to their ends before.
  const isLong = action.unshown !== null;
  const watchCard = useCallback(
    (row: HTMLElement | null) => watch(isLong ? row : (row?.closest("article") ?? null)),
    [watch, isLong],
  );
  const answered = state?.phase === "answered" && state.answer.leaves;
  const busy = isBusy(state);
  const held = progressWords(state);
  // Once answered the buttons keep their room: the rows below may not slide under the finger.
  return (
    <div ref={watchCard} className={cn("grid gap-1.5", className, answered && "invisible")}>
      <div className="relative flex gap-2">
        {renderInstead?.(guard) ?? (
          <GuardedButton
            guard={guard}
            name="approve"
            tone="solid"
            className={buttonClassName}
            ended={held}
            disabled={held === null && (busy || whyNot !== null)}
            onPress={() => flow.approve(action, { readWhole: true })}
          >
            {state?.phase === "reading" ? READING_AGAIN : "Approve"}
          </GuardedButton>
        )}
        <GuardedButton
          guard={guard}
          name="reject"
          className={buttonClassName}
          ended={held}
          disabled={held === null && busy}
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
