"use client";
import Link from "next/link";
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
import { actionHref } from "@/lib/view/views";

/**
 * Deciding in the chat, through the very flow of the inbox: a tap up to L3, the question at L4. What asks for three
 * steps, and what the card does not show whole, is opened first.
 */
export function DecideHere({ action, state }: { action: ActionSummary; state: DecisionState | undefined }) {
  const reader = useReader();
  const { overview } = useOverview();
  const flow = useDecisionFlow();
  const now = useNow();
  const [armed, watch] = useArmed(action.id);
  // The whole card has to have been in view, not its buttons alone.
  const watchCard = useCallback((row: HTMLElement | null) => watch(row?.closest("article") ?? null), [watch]);
  const whyNot = whyNotApprove(action, overview, reader.role, now);
  if (!mayDecide(reader.role)) return <p className="text-xs text-ink-2">{whyNot}</p>;
  if (gestureOf(action) === "step_up" || !cardShowsWhole(action)) {
    return (
      <p className="pt-1">
        <Link
          href={actionHref(action.id)}
          className="inline-flex min-h-[38px] items-center rounded-lg border border-line-strong bg-panel px-3.5 text-sm font-medium hover:bg-sunken max-md:min-h-11"
        >
          Open it to decide
        </Link>
      </p>
    );
  }
  const answered = state?.phase === "answered" && state.answer.leaves;
  const busy = state?.phase === "sending" || answered;
  const own = action.risk_level >= 4 && action.on_behalf_of === reader.name;
  return (
    <div ref={watchCard} className={cn("grid gap-1.5 pt-1", answered && "invisible")}>
      <div className="flex gap-2">
        <Button
          tone="solid"
          className={cn("max-md:flex-1", whyNot === null && !busy && "disabled:opacity-100!")}
          disabled={!armed || busy || whyNot !== null}
          onClick={() => flow.approve(action)}
        >
          Approve
        </Button>
        <Button
          className={cn("max-md:flex-1", !busy && "disabled:opacity-100!")}
          disabled={!armed || busy}
          onClick={() => flow.reject(action)}
        >
          Reject
        </Button>
      </div>
      {(whyNot !== null || (own && !state)) && (
        <p className="text-xs text-ink-2">
          {whyNot ?? "You asked for this: where somebody else can approve it, they have to."}
        </p>
      )}
    </div>
  );
}
