"use client";
import type { RefObject } from "react";
import { useNow } from "@/components/state/clock";
import { isBusy, useDecisions } from "@/components/action/decide/decisions";
import { useLive } from "@/components/data/actions";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { useKeys } from "@/components/keyboard/use-keys";
import type { Came } from "@/components/ui/hand/hand";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { Kbd } from "@/components/ui/kbd";
import type { ActionDetail, ActionSummary } from "@/lib/contract/action-view";
import { consequence } from "@/components/action/decide/consequence";
import { useUnread } from "@/components/action/change/reading";
import { mayReject, whyNotApprove } from "@/lib/view/action/gesture";
import { whyNotByRecord } from "@/lib/view/action/as-live";
import { ProposeFrom } from "@/components/action/amend/propose-from";
import { AnswerLine, READING_AGAIN } from "@/components/action/decide/answer-line";
import { useDecisionFlow } from "@/components/action/decide/decision-flow";
import { useVerbs } from "@/components/action/amend/use-verbs";
import { VerbButtons, WhyNot } from "@/components/action/amend/verb-buttons";
import { mayDecide } from "@/lib/core/access/principal";
import { ActionBar } from "./action-bar";
import { EndedButtons } from "./ended-buttons";

interface DecisionBarProps {
  /** How the action came in front of the reader. */
  came: Came;
  action: ActionSummary;
  detail: ActionDetail | null;
  currentId: RefObject<number | null>;
  onNext: (() => void) | null;
}

/** Where a decision is made: sticky, within the thumb's reach, and always saying what pressing it does. */
export function DecisionBar({ came, action, detail, currentId, onNext }: DecisionBarProps) {
  const { states } = useDecisions();
  const state = states.get(action.id);
  const viewer = useViewer();
  const { overview } = useOverview();
  const now = useNow();
  const flow = useDecisionFlow();
  const [guard, watch] = useGuard(useArrival(action.id, came));

  const live = useLive(action.id, false).data;
  const byRecord = mayReject(action, viewer.role) ? whyNotByRecord(action, live) : null;
  const whyNot =
    whyNotApprove(action, overview, viewer.role, now) ?? byRecord ?? detail?.own_approval ?? null;
  const verbs = useVerbs(detail);
  const busy = isBusy(state);
  const can = {
    approve: whyNot === null && !busy,
    reject: mayReject(action, viewer.role) && !busy,
  };
  // The pane follows a choice a moment later, and decides nothing in between.
  const decide = (name: keyof typeof can) => currentId.current === action.id && flow[name](action);
  const pressKey = (name: keyof typeof can) => {
    if (ended) guard.refuse(name, ended.text);
    else if (can[name]) guard.press(name, () => decide(name));
  };
  useKeys([
    { key: "a", run: () => pressKey("approve") },
    { key: "r", run: () => pressKey("reject") },
  ]);
  // The buttons stay where they are when the action ends under the hand.
  const offersButtons = mayDecide(viewer.role);
  return (
    <ActionBar
      ref={watch}
      data-testid="decision-bar"
      className="flex shrink-0 flex-wrap items-center gap-x-2.5 gap-y-2 border-t bg-panel px-7 py-3 max-md:px-4 max-md:pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      {offersButtons && (
        <div className="flex gap-2.5 max-md:order-2 max-md:w-full max-md:flex-wrap max-md:gap-2">
          {byRecord === null ? (
            <Button
              tone="solid"
              className={cn(size, canApprove && steady)}
              disabled={!armed || !canApprove}
              aria-describedby="decision-note"
              onClick={approve}
            >
              {state?.phase === "reading" ? READING_AGAIN : "Approve"}{" "}
              <Kbd className="border-current/40! bg-transparent! text-current! opacity-60">A</Kbd>
            </Button>
          ) : (
            <ProposeFrom action={action} live={live} disabled={!armed || busy} className={size} />
          )}
          <Button className={cn(size, canReject && steady)} disabled={!armed || !canReject} onClick={reject}>
            Reject <Kbd className="border-current/40! bg-transparent! text-current! opacity-60">R</Kbd>
          </Button>
          <VerbButtons offers={verbs.offers} busy={busy} className={size} onStart={verbs.start} />
        </div>
      )}
      <div
        id="decision-note"
        className="min-w-0 flex-1 text-xs text-ink-2 max-md:order-1 max-md:basis-full md:text-right"
      >
        {state ? (
          <AnswerLine state={state} />
        ) : (
          <>
            <span className="block">{whyNot ?? unread ?? consequence(action, overview)}</span>
            {offersButtons && <WhyNot offers={verbs.offers} />}
          </>
        ),
      }}
    />
  );
}
