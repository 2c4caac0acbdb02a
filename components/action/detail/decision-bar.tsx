"use client";
import type { RefObject } from "react";
import { useVerbs } from "@/components/action/amend/use-verbs";
import { WhyNot } from "@/components/action/amend/verb-buttons";
import { AnswerLine } from "@/components/action/decide/answer-line";
import { consequenceOf } from "@/components/action/decide/consequence";
import { useTurns } from "@/components/action/decide/use-turns";
import type { Came } from "@/components/ui/hand/hand";
import { useArrival, useGuard, useTurned } from "@/components/ui/hand/use-guard";
import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import { ActionBar } from "./action-bar";
import { DecisionButtons } from "./decision-buttons";
import { useDecisionKeys } from "./use-decision-keys";
import { type BarStanding, useStanding } from "./use-standing";

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
  const standing = useStanding(action, detail);
  const [guard, watch] = useGuard(useTurned(useArrival(action.id, came), useTurns(standing.live)));
  const verbs = useVerbs(detail);
  const { offersButtons: offered, press } = standing;
  const decide = useDecisionKeys({ action, currentId, guard, standing: press, offered });
  return (
    <ActionBar
      ref={watch}
      testId="decision-bar"
      buttons={
        offered && (
          <DecisionButtons
            action={action}
            standing={standing}
            guard={guard}
            verbs={verbs}
            onDecide={decide}
            onNext={onNext}
          />
        )
      }
      words={{
        id: "decision-note",
        className: "text-xs text-balance text-ink-2 @2xl:text-right",
        children: wordsOf(action, standing) ?? (
          <>
            <span className="block">
              {press.whyNot ?? press.unread ?? consequenceOf(action, standing.overview)}
            </span>
            {offered && <WhyNot offers={verbs.offers} />}
          </>
        ),
      }}
    />
  );
}

/** The outcome; null: the effect of a press stands in this place. */
function wordsOf(action: ActionSummary, { ended, recent }: BarStanding) {
  if (ended)
    return (
      <AnswerLine
        actionId={action.id}
        state={{ phase: "answered", answer: ended, by: "others", mayLeave: true }}
      />
    );
  return recent ? <AnswerLine actionId={action.id} state={recent} /> : null;
}
