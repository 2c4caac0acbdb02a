"use client";
import { GuardedButton } from "@/components/ui/hand/guarded-button";
import type { Guard } from "@/components/ui/hand/use-guard";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { LiveView } from "@/lib/contract/actions/live-view";
import { driftOf, proposeFromWords, takesTooMuch } from "@/lib/view/action/as-live";
import { useAmendFlow } from "./amend-context";

interface ProposeFromProps {
  guard: Guard;
  action: ActionSummary;
  live: LiveView | undefined;
  disabled: boolean;
  className?: string;
}

/**
 * The main verb where the record speaks against an approval: it shows the proposal from the present value first. It is no
 * main verb where that would take more than there is.
 */
export function ProposeFrom({ guard, action, live, disabled, className }: ProposeFromProps) {
  const { ask, states } = useAmendFlow();
  const now = driftOf(action, live);
  if (!now || now.nothing_to_do || now.why_not !== null) return null;
  return (
    <GuardedButton
      guard={guard}
      name="propose"
      tone={takesTooMuch(now) ? "plain" : "solid"}
      {...(className ? { className } : {})}
      disabled={disabled || states.get(action.id)?.phase === "sending"}
      onPress={() => ask("repropose", action)}
    >
      {proposeFromWords(action, now)}
    </GuardedButton>
  );
}
