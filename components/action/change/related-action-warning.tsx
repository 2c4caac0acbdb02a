import { useState } from "react";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { relatedActionsOf, relatedActionWords } from "@/lib/view/action/related-actions";
import { endedTwinWarning } from "@/lib/view/action/twin";
import { Warning } from "./warning";

/**
 * Warns of the first other action that waited for the same record when this card appeared. The line keeps its place after that
 * action has ended, and a later one is announced in the card's foot, because nothing below the line may move.
 */
export function RelatedActionWarning({ action }: { action: ActionSummary }) {
  const words = relatedActionWords(action);
  const [first] = useState(() => ({ words, other: relatedActionsOf(action)[0] }));
  const { other } = first;
  if (first.words === null || !other) return null;
  const ended = other.agent ? `#${other.id} waits no more` : endedTwinWarning(other.id);
  return <Warning words={first.words} instead={words === first.words ? undefined : (words ?? ended)} />;
}

/** The warning about a related action that came after the card. Null: there is none, or the card's own line names it. */
export function useLateRelatedAction(action: ActionSummary): string | null {
  const words = relatedActionWords(action);
  const [had] = useState(words !== null);
  return had ? null : words;
}
