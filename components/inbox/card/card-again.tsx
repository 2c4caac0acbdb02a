"use client";
import { useAmendFlow } from "@/components/action/amend/amend-context";
import { VerbAnswer } from "@/components/action/amend/verb-answer";
import { useViewer } from "@/components/data/viewer";
import { Button } from "@/components/ui/button";
import type { ActionSummary } from "@/lib/contract/action-view";
import { offersRepropose, verbWords } from "@/components/action/amend/amend-words";

/** One tap for what went stale, on the card itself: the new version is read, tiered and decided anew. */
export function CardAgain({ action }: { action: ActionSummary }) {
  const viewer = useViewer();
  const { states, run } = useAmendFlow();
  const state = states.get(action.id);
  const hasNewVersion = state?.phase === "answered" && state.answer.versionId !== null;
  const offered = offersRepropose(action, viewer.role) && !hasNewVersion;
  if (!offered && !(state && action.status === "stale")) return null;
  return (
    <div className="relative z-10 grid justify-items-start gap-1.5 pt-1">
      {state && <VerbAnswer state={state} />}
      {offered && (
        <Button
          size="small"
          disabled={state?.phase === "sending"}
          onClick={() => void run(action, { verb: "repropose" })}
        >
          {verbWords("repropose").label}
        </Button>
      )}
    </div>
  );
}
