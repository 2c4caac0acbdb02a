"use client";
import { Button } from "@/components/ui/button";
import type { ActionSummary } from "@/lib/contract/action-view";
import type { LiveView } from "@/lib/contract/live-view";
import { driftOf, proposeFromWords } from "@/lib/view/action/as-live";
import { useAmendFlow } from "./amend-context";

interface ProposeFromProps {
  action: ActionSummary;
  live: LiveView | undefined;
  disabled: boolean;
  className?: string;
}

/** The main verb where the record speaks against an approval: it shows the proposal from the present value first. */
export function ProposeFrom({ action, live, disabled, className }: ProposeFromProps) {
  const { ask, states } = useAmendFlow();
  const now = driftOf(action, live);
  if (!now || now.nothing_to_do || now.why_not !== null) return null;
  return (
    <Button
      tone="solid"
      className={className}
      disabled={disabled || states.get(action.id)?.phase === "sending"}
      onClick={() => ask("repropose", action)}
    >
      {proposeFromWords(action, now)}
    </Button>
  );
}
