"use client";
import { useCallback } from "react";
import { useDecisionFlow } from "@/components/action/decide/decision-flow";
import { useNow } from "@/components/state/clock";
import type { DecisionState } from "@/components/action/decide/decisions";
import { useOverview } from "@/components/data/overview";
import { useReader } from "@/components/data/viewer";
import { useArmed } from "@/components/action/decide/use-armed";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { ActionSummary } from "@/lib/contract/action-view";
import { mayDecide } from "@/lib/core/access/principal";
import { cardShowsWhole, gestureOf, whyNotApprove } from "@/lib/view/action/gesture";

interface CardActionsProps {
  action: ActionSummary;
  state: DecisionState | undefined;
  moves: number;
}

/**
 * The phone's decision, on the card itself: up to L3 the card shows the whole change, so one tap decides what was seen.
 * Higher tiers and longer texts are opened first. On a desk the detail stands beside the list and decides.
 */
export function CardActions({ action, state, moves }: CardActionsProps) {
  const reader = useReader();
  const { overview } = useOverview();
  const flow = useDecisionFlow();
  const now = useNow();
  const [armed, watch] = useArmed(`${action.id} ${moves}`);
  // The whole card has to have been in view, not its buttons alone.
  const watchCard = useCallback((row: HTMLElement | null) => watch(row?.closest("article") ?? null), [watch]);
  if (!mayDecide(reader.role)) return null;
  const gesture = gestureOf(action);
  const oneTap = gesture === "tap" || gesture === "tap_with_preview";
  if (!oneTap || !cardShowsWhole(action)) {
    return (
      <p className="text-xs text-ink-3 md:hidden">
        {oneTap ? "Open it to read the whole change and decide." : "Open it to decide."}
      </p>
    );
  }
  const whyNot = whyNotApprove(action, overview, reader.role, now);
  const answered = state?.phase === "answered" && state.answer.leaves;
  const busy = state?.phase === "sending" || answered;
  // Once answered the buttons keep their room: the rows below may not slide under the finger.
  return (
    <div ref={watchCard} className={cn("relative z-10 grid gap-1.5 pt-1 md:hidden", answered && "invisible")}>
      <div className="flex gap-2">
        <Button
          tone="solid"
          className={cn("flex-1", whyNot === null && !busy && "disabled:opacity-100!")}
          disabled={!armed || busy || whyNot !== null}
          onClick={() => flow.approve(action)}
        >
          Approve
        </Button>
        <Button
          className={cn("flex-1", !busy && "disabled:opacity-100!")}
          disabled={!armed || busy}
          onClick={() => flow.reject(action)}
        >
          Reject
        </Button>
      </div>
      {whyNot && <p className="text-xs text-ink-2">{whyNot}</p>}
    </div>
  );
}
