"use client";
import { useCallback } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ActionSummary } from "@/lib/contract/action-view";
import { useDecisionFlow } from "./decision-flow";
import type { DecisionState } from "./decisions";
import { useArmed } from "./use-armed";

interface DecideButtonsProps {
  action: ActionSummary;
  state: DecisionState | undefined;
  /** The buttons are armed again with each key. */
  armKey: string | number;
  /** Null: approving is offered. */
  whyNot: string | null;
  note: string | null;
  className?: string;
  buttonClassName: string;
}

/** Approve and Reject on a card. They are armed once the whole card, and not its buttons alone, has been in view. */
export function DecideButtons({
  action,
  state,
  armKey,
  whyNot,
  note,
  className,
  buttonClassName,
}: DecideButtonsProps) {
  const flow = useDecisionFlow();
  const [armed, watch] = useArmed(armKey);
  // A card with long texts may be higher than the screen; those were read to their ends before.
  const isLong = action.unshown !== null;
  const watchCard = useCallback(
    (row: HTMLElement | null) => watch(isLong ? row : (row?.closest("article") ?? null)),
    [watch, isLong],
  );
  const answered = state?.phase === "answered" && state.answer.leaves;
  const busy = state?.phase === "sending" || answered;
  // Once answered the buttons keep their room: the rows below may not slide under the finger.
  return (
    <div ref={watchCard} className={cn("grid gap-1.5 pt-1", className, answered && "invisible")}>
      <div className="flex gap-2">
        <Button
          tone="solid"
          className={cn(buttonClassName, whyNot === null && !busy && "disabled:opacity-100!")}
          disabled={!armed || busy || whyNot !== null}
          onClick={() => flow.approve(action, { readWhole: true })}
        >
          Approve
        </Button>
        <Button
          className={cn(buttonClassName, !busy && "disabled:opacity-100!")}
          disabled={!armed || busy}
          onClick={() => flow.reject(action)}
        >
          Reject
        </Button>
      </div>
      {note !== null && <p className="text-xs text-ink-2">{note}</p>}
    </div>
  );
}
