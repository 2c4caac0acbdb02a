"use client";
import type { RefObject } from "react";
import { useNow } from "@/components/state/clock";
import { useDecisions, type DecisionState } from "@/components/action/decide/decisions";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { useArmed } from "@/components/action/decide/use-armed";
import { useKeys } from "@/components/keyboard/use-keys";
import { cn } from "@/components/ui/cn";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import type { ActionDetail, ActionSummary } from "@/lib/contract/action-view";
import { consequence } from "@/components/action/decide/consequence";
import { useUnread } from "@/components/action/change/reading";
import { mayReject, whyNotApprove } from "@/lib/view/action/gesture";
import { AnswerLine } from "@/components/action/decide/answer-line";
import { useDecisionFlow } from "@/components/action/decide/decision-flow";
import { useVerbs } from "@/components/action/amend/use-verbs";
import { VerbButtons, WhyNot } from "@/components/action/amend/verb-buttons";
import { ActionBar } from "./action-bar";

/** The first 300 ms pass unseen: a button that fades in on every row would flicker. */
const steady = "disabled:opacity-100!";

interface DecisionBarProps {
  action: ActionSummary;
  detail: ActionDetail | null;
  currentId: RefObject<number | null>;
}

/** Where a decision is made: sticky, within the thumb's reach, and always saying what pressing it does. */
export function DecisionBar({ action, detail, currentId }: DecisionBarProps) {
  const { states } = useDecisions();
  const state = states.get(action.id);
  const viewer = useViewer();
  const { overview } = useOverview();
  const now = useNow();
  const flow = useDecisionFlow();
  const [armed, watch] = useArmed(action.id);

  const whyNot = whyNotApprove(action, overview, viewer.role, now) ?? detail?.own_approval ?? null;
  const unread = useUnread(action);
  const verbs = useVerbs(detail);
  const busy = isBusy(state);
  const canReject = mayReject(action, viewer.role) && !busy;
  const canApprove = whyNot === null && unread === null && !busy;
  const isCurrent = () => armed && currentId.current === action.id;
  const approve = () => isCurrent() && canApprove && flow.approve(action, { readWhole: true });
  const reject = () => isCurrent() && canReject && flow.reject(action);
  useKeys([
    { key: "a", run: approve },
    { key: "r", run: reject },
  ]);
  const offersButtons =
    mayReject(action, viewer.role) && !(state?.phase === "answered" && state.answer.leaves);
  return (
    <ActionBar
      ref={watch}
      testId="decision-bar"
      buttons={
        offersButtons && (
          <>
            <Button
              tone="solid"
              className={cn(canApprove && steady)}
              disabled={!armed || !canApprove}
              aria-describedby="decision-note"
              onClick={approve}
            >
              Approve <Kbd className="border-current/40! bg-transparent! text-current! opacity-60">A</Kbd>
            </Button>
            <Button className={cn(canReject && steady)} disabled={!armed || !canReject} onClick={reject}>
              Reject <Kbd className="border-current/40! bg-transparent! text-current! opacity-60">R</Kbd>
            </Button>
            <VerbButtons offers={verbs.offers} busy={busy} onStart={verbs.start} />
          </>
        )
      }
      words={{
        id: "decision-note",
        className: "text-xs text-ink-2 @2xl:text-right",
        children: state ? (
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

function isBusy(state: DecisionState | undefined): boolean {
  return state?.phase === "sending" || (state?.phase === "answered" && state.answer.leaves);
}
