"use client";
import type { RefObject } from "react";
import { useNow } from "@/components/state/clock";
import { isBusy, useDecisions, type DecisionState } from "@/components/action/decide/decisions";
import { useLive } from "@/components/data/actions";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { useKeys } from "@/components/keyboard/use-keys";
import type { Came } from "@/components/ui/hand/hand";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard, useTurned } from "@/components/ui/hand/use-guard";
import { Kbd } from "@/components/ui/kbd";
import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import { consequence } from "@/components/action/decide/consequence";
import { useUnread } from "@/components/action/change/reading";
import { mayReject, whyNotApprove } from "@/lib/view/action/gesture";
import { ProposeFrom } from "@/components/action/amend/propose-from";
import { whyNotByRecord } from "@/lib/view/action/as-live";
import { AnswerLine, READING_AGAIN, underWay } from "@/components/action/decide/answer-line";
import { answerOfStatus, type Answer } from "@/components/action/decide/outcome";
import { useDecisionFlow } from "@/components/action/decide/decision-flow";
import { useRecentAnswer } from "@/components/action/decide/use-recent-answer";
import { useTurns } from "@/components/action/decide/use-turns";
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
  const live = useLive(action.id, false).data;
  const [guard, watch] = useGuard(useTurned(useArrival(action.id, came), useTurns(live)));
  const rejects = mayReject(action, overview, viewer.role, now);
  const byRecord = rejects ? whyNotByRecord(action, live) : null;
  const blocked = whyNotApprove(action, overview, viewer.role, now);
  const whyNot = blocked ?? byRecord ?? detail?.own_approval ?? null;
  const unread = useUnread(action, "pane");
  const ended = endOf(action, state, now, whyNot);
  const verbs = useVerbs(detail);
  const busy = isBusy(state);
  const recent = useRecentAnswer(state);
  const held = ended?.text ?? underWay(state);
  const can = {
    approve: whyNot === null && unread === null && !busy,
    reject: rejects && !busy,
  };
  // The pane follows a choice a moment later, and decides nothing in between.
  const decide = (name: keyof typeof can) => {
    if (currentId.current !== action.id) return;
    if (name === "approve") flow.approve(action, { readWhole: true });
    else flow.reject(action);
  };
  const pressKey = (name: keyof typeof can) => {
    if (held !== null) guard.refuse(name, held);
    else if (can[name]) guard.press(name, () => decide(name));
    else if (name === "approve" && whyNot === null && unread !== null)
      guard.press(name, () => guard.refuse(name, unread));
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
      testId="decision-bar"
      buttons={
        offersButtons && (
          <>
            <LookFirst refusal={ended ? null : guard.refusal} />
            {byRecord === null || ended ? (
              <GuardedButton
                guard={guard}
                name="approve"
                tone="solid"
                ended={held}
                disabled={held === null && !can.approve}
                aria-describedby="decision-note"
                onPress={() => decide("approve")}
              >
                {state?.phase === "reading" ? READING_AGAIN : "Approve"}{" "}
                <Kbd className="border-current/40! bg-transparent! text-current! opacity-60">A</Kbd>
              </GuardedButton>
            ) : (
              <ProposeFrom guard={guard} action={action} live={live} disabled={busy} />
            )}
            <GuardedButton
              guard={guard}
              name="reject"
              ended={held}
              disabled={held === null && !can.reject}
              onPress={() => decide("reject")}
            >
              Reject <Kbd className="border-current/40! bg-transparent! text-current! opacity-60">R</Kbd>
            </GuardedButton>
            {ended ? (
              <EndedButtons verbs={action.status === "pending" ? null : verbs} onNext={onNext} />
            ) : (
              <VerbButtons offers={verbs.offers} busy={busy} onStart={verbs.start} />
            )}
          </>
        )
      }
      words={{
        id: "decision-note",
        className: "text-xs text-pretty text-ink-2 @2xl:text-right",
        children: ended ? (
          <AnswerLine state={{ phase: "answered", answer: ended, by: "others", mayLeave: true }} />
        ) : recent && (isBusy(recent) || blocked === null) ? (
          <AnswerLine state={recent} />
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

/** How it ended by somebody else's doing, or by the clock; null while it waits, and after the viewer's own decision. */
function endOf(
  action: ActionSummary,
  state: DecisionState | undefined,
  now: number,
  whyNot: string | null,
): Answer | null {
  const answer = state?.phase === "answered" && state.answer.leaves ? state.answer : null;
  if (
    state?.phase === "reading" ||
    state?.phase === "sending" ||
    (answer && state?.phase === "answered" && state.by === "viewer")
  )
    return null;
  if (action.status !== "pending") return answerOfStatus(action, now);
  if (answer) return answer;
  const isOver = Date.parse(action.expires_at) <= now;
  return isOver && whyNot !== null ? { code: "expired", tone: "warn", text: whyNot, leaves: true } : null;
}
