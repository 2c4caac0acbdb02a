"use client";
import { useAmendFlow } from "@/components/action/amend/amend-context";
import { VerbAnswer } from "@/components/action/amend/verb-answer";
import { useViewer } from "@/components/data/viewer";
import { Button } from "@/components/ui/button";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { offersRepropose, VERB_WORDS } from "@/components/action/amend/amend-words";

/** For a stale action, on the card itself. The new version is read, shown, tiered and decided like any other. */
export function CardAgain({ action }: { action: ActionSummary }) {
  const viewer = useViewer();
  const { states, ask } = useAmendFlow();
  const state = states.get(action.id);
  const hasNewVersion = state?.phase === "answered" && state.answer.versionId !== null;
  const offered = offersRepropose(action, viewer.role) && !hasNewVersion;
  if (!offered && !(state && action.status === "stale")) return null;
  return (
    <div className="relative z-10 grid justify-items-start gap-1.5 pt-1">
      {state && <VerbAnswer state={state} />}
      {offered && (
        <Button size="small" disabled={state?.phase === "sending"} onClick={() => ask("repropose", action)}>
          {VERB_WORDS.repropose.label}
        </Button>
      )}
    </div>
  );
}
