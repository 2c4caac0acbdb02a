"use client";
import { ProposeFrom } from "@/components/action/amend/propose-from";
import type { Verbs } from "@/components/action/amend/use-verbs";
import { VerbButtons } from "@/components/action/amend/verb-buttons";
import { READING_AGAIN } from "@/components/action/decide/answer-line";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import type { Guard } from "@/components/ui/hand/use-guard";
import { Kbd } from "@/components/ui/kbd";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { EndedButtons } from "./ended-buttons";
import type { DecideName } from "./press-meaning";
import type { BarStanding } from "./use-standing";

interface DecisionButtonsProps {
  action: ActionSummary;
  standing: BarStanding;
  guard: Guard;
  verbs: Verbs;
  onDecide: (name: DecideName) => void;
  onNext: (() => void) | null;
}

const keyLook = "border-current/40! bg-transparent! text-current! opacity-60";

/** They stay where they are when the action ends under the hand. */
export function DecisionButtons({ action, standing, guard, verbs, onDecide, onNext }: DecisionButtonsProps) {
  const { state, live, ended, busy, can, proposes, press } = standing;
  const { held } = press;
  return (
    <>
      <LookFirst refusal={ended ? null : guard.refusal} />
      {proposes ? (
        <ProposeFrom guard={guard} action={action} live={live} disabled={busy} />
      ) : (
        <GuardedButton
          guard={guard}
          name="approve"
          tone="solid"
          ended={held}
          disabled={held === null && !can.approve}
          aria-describedby="decision-note"
          onPress={() => onDecide("approve")}
        >
          {state?.phase === "reading" ? READING_AGAIN : "Approve"} <Kbd className={keyLook}>A</Kbd>
        </GuardedButton>
      )}
      <GuardedButton
        guard={guard}
        name="reject"
        ended={held}
        disabled={held === null && !can.reject}
        onPress={() => onDecide("reject")}
      >
        Reject <Kbd className={keyLook}>R</Kbd>
      </GuardedButton>
      {ended ? (
        <EndedButtons verbs={action.status === "pending" ? null : verbs} onNext={onNext} />
      ) : (
        <VerbButtons offers={verbs.offers} busy={busy} onStart={verbs.start} />
      )}
    </>
  );
}
