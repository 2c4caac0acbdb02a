"use client";
import { ProposeFrom } from "@/components/action/amend/propose-from";
import { DecideButtons } from "@/components/action/decide/decide-buttons";
import { type DecisionState, isBusy } from "@/components/action/decide/decisions";
import type { Arrival } from "@/components/ui/hand/arrivals";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { unshownWords } from "@/lib/core/action/unshown";
import type { CardDecision } from "./use-card-decision";

interface CardActionsProps {
  action: ActionSummary;
  state: DecisionState | undefined;
  arrival: Arrival;
  decision: CardDecision;
}

/** On a phone alone: the buttons, or how to get to them. */
export function CardActions({ action, state, arrival, decision }: CardActionsProps) {
  const { offers, oneTap, whyNot, proposes, live, firstNote } = decision;
  if (offers === null) return null;
  const place = "col-start-1 row-start-2 pt-2 md:hidden";
  if (offers === "opening") {
    return (
      <p className={`${place} text-xs text-ink-3`}>
        {oneTap && action.unshown !== null ? unshownWords(action.unshown) : "Open it to decide."}
      </p>
    );
  }
  return (
    <DecideButtons
      action={action}
      state={state}
      arrival={arrival}
      whyNot={whyNot}
      note={firstNote === null ? null : (whyNot ?? "")}
      {...(proposes && {
        renderInstead: (guard) => (
          <ProposeFrom
            guard={guard}
            action={action}
            live={live}
            disabled={isBusy(state)}
            className="flex-1"
          />
        ),
      })}
      className={`${place} relative z-10`}
      buttonClassName="flex-1"
    />
  );
}
