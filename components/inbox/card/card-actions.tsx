"use client";
import { DecideButtons } from "@/components/action/decide/decide-buttons";
import type { DecisionState } from "@/components/action/decide/decisions";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { useNow } from "@/components/state/clock";
import type { ActionSummary } from "@/lib/contract/action-view";
import { mayDecide } from "@/lib/core/access/principal";
import { unshownWords } from "@/lib/core/action/unshown";
import { gestureOf, whyNotApprove } from "@/lib/view/action/gesture";

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
  const viewer = useViewer();
  const { overview } = useOverview();
  const now = useNow();
  if (!mayDecide(viewer.role)) return null;
  const gesture = gestureOf(action);
  const oneTap = gesture === "tap" || gesture === "tap_with_preview";
  if (!oneTap || action.unshown !== null) {
    return (
      <p className="text-xs text-ink-3 md:hidden">
        {oneTap && action.unshown !== null ? unshownWords(action.unshown) : "Open it to decide."}
      </p>
    );
  }
  const whyNot = whyNotApprove(action, overview, viewer.role, now);
  return (
    <DecideButtons
      action={action}
      state={state}
      armKey={`${action.id} ${moves}`}
      whyNot={whyNot}
      note={whyNot}
      className="relative z-10 md:hidden"
      buttonClassName="flex-1"
    />
  );
}
