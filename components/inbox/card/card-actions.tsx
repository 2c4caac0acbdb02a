"use client";
import { ProposeFrom } from "@/components/action/amend/propose-from";
import { DecideButtons } from "@/components/action/decide/decide-buttons";
import { type DecisionState, isBusy } from "@/components/action/decide/decisions";
import { useLive } from "@/components/data/actions";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { useNow } from "@/components/state/clock";
import type { ActionSummary } from "@/lib/contract/action-view";
import { mayDecide } from "@/lib/core/access/principal";
import { whyNotByRecord } from "@/lib/view/action/as-live";
import { cardShowsWhole, gestureOf, whyNotApprove } from "@/lib/view/action/gesture";

interface CardActionsProps {
  action: ActionSummary;
  state: DecisionState | undefined;
  arrival: Arrival;
  decision: CardDecision;
}

/**
 * The phone's decision, on the card itself: up to L3 the card shows the whole change, so one tap decides what was seen.
 * Higher tiers and longer texts are opened first. On a desk the detail stands beside the list and decides.
 */
export function CardActions({ action, state, moves }: CardActionsProps) {
  const viewer = useViewer();
  const { overview } = useOverview();
  const now = useNow();
  const live = useLive(action.id, false).data;
  if (!mayDecide(viewer.role)) return null;
  const gesture = gestureOf(action);
  const oneTap = gesture === "tap" || gesture === "tap_with_preview";
  if (!oneTap || !cardShowsWhole(action)) {
    return (
      <p className={`${place} text-xs text-ink-3`}>
        {oneTap ? "Open it to read the whole change and decide." : "Open it to decide."}
      </p>
    );
  }
  const byRecord = whyNotByRecord(action, live);
  const whyNot = whyNotApprove(action, overview, viewer.role, now) ?? byRecord;
  return (
    <DecideButtons
      action={action}
      state={state}
      armKey={`${action.id} ${moves} ${byRecord === null}`}
      whyNot={whyNot}
      // The card says it already, above: a line more would move the cards below.
      note={byRecord === null ? whyNot : null}
      instead={
        byRecord === null ? undefined : (
          <ProposeFrom action={action} live={live} disabled={isBusy(state)} className="flex-1" />
        )
      }
      className="relative z-10 md:hidden"
      buttonClassName="flex-1"
    />
  );
}
