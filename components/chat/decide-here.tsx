"use client";
import Link from "next/link";
import { DecideButtons } from "@/components/action/decide/decide-buttons";
import { useUnread } from "@/components/action/change/reading";
import { useTurns } from "@/components/action/decide/use-turns";
import type { DecisionState } from "@/components/action/decide/decisions";
import { useLive } from "@/components/data/actions";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { useArrival, useTurned } from "@/components/ui/hand/use-guard";
import { useNow } from "@/components/state/clock";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { mayDecide } from "@/lib/core/access/principal";
import { whyNotByRecord } from "@/lib/view/action/as-live";
import { gestureOf, whyNotApprove } from "@/lib/view/action/gesture";
import { actionHref } from "@/lib/view/views";

/**
 * Deciding in the chat, through the very flow of the inbox: a tap up to L3, the question at L4, and long texts read to their
 * ends before either. An L5 action is opened first, and so is one whose record has changed, unless it is rejected.
 */
export function DecideHere({ action, state }: { action: ActionSummary; state: DecisionState | undefined }) {
  const viewer = useViewer();
  const { overview } = useOverview();
  const now = useNow();
  const unread = useUnread(action);
  const live = useLive(action.id, false).data;
  const byRecord = whyNotByRecord(action, live);
  const whyNot = whyNotApprove(action, overview, viewer.role, now) ?? byRecord ?? unread;
  // The card came with the conversation, which goes on by itself.
  const arrival = useTurned(useArrival(action.id, "itself"), useTurns(live));
  if (!mayDecide(viewer.role)) return <p className="text-xs text-ink-2">{whyNot}</p>;
  const open = (
    <Link
      href={actionHref(action.id)}
      className="inline-flex min-h-[38px] w-max items-center rounded-lg border border-line-strong bg-panel px-3.5 text-sm font-medium hover:bg-sunken max-md:min-h-11"
    >
      Open it to decide
    </Link>
  );
  if (gestureOf(action) === "step_up") return <p className="pt-1">{open}</p>;
  const asksForOwn = action.risk_level >= 4 && action.on_behalf_of === viewer.name && !state;
  const ownNote = asksForOwn ? "You asked for this. If somebody else can approve it, they must." : null;
  return (
    <DecideButtons
      action={action}
      state={state}
      arrival={arrival}
      whyNot={whyNot}
      note={whyNot ?? ownNote}
      // Opened, it can be proposed again from the record as it is.
      renderInstead={byRecord === null ? undefined : () => open}
      className="pt-1"
      buttonClassName="max-md:flex-1"
    />
  );
}
