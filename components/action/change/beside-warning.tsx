import { useState } from "react";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { besideOf } from "@/lib/view/action/beside";
import { endedTwinWarning } from "@/lib/view/action/twin";
import { Warning } from "./warning";

/**
 * The first other action that waited for the same record as the card came. Its line stays when that one goes, and the card's foot
 * tells of one that comes later: nothing below may move.
 */
export function BesideWarning({ action }: { action: ActionSummary }) {
  const [now] = besideOf(action);
  const [first] = useState(now);
  if (!first) return null;
  return (
    <Warning
      words={first.words}
      instead={
        now?.words === first.words
          ? undefined
          : (now?.words ?? (first.agent ? `#${first.id} waits no more` : endedTwinWarning(first.id)))
      }
    />
  );
}

/** One that came after the card, in its words; null: none, or the card's own line is about it. */
export function useLateBeside(action: ActionSummary): string | null {
  const [other] = besideOf(action);
  const [had] = useState(other !== undefined);
  return had ? null : (other?.words ?? null);
}
