import { useState } from "react";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { besideOf, besideWords } from "@/lib/view/action/beside";
import { endedTwinWarning } from "@/lib/view/action/twin";
import { Warning } from "./warning";

/**
 * The first other action that waited for the same record as the card came. Its line stays when that one goes, and the card's foot
 * tells of one that comes later: nothing below may move.
 */
export function BesideWarning({ action }: { action: ActionSummary }) {
  const words = besideWords(action);
  const [first] = useState(() => ({ words, other: besideOf(action)[0] }));
  const { other } = first;
  if (first.words === null || !other) return null;
  const ended = other.agent ? `#${other.id} waits no more` : endedTwinWarning(other.id);
  return <Warning words={first.words} instead={words === first.words ? undefined : (words ?? ended)} />;
}

/** One that came after the card, in its words; null: none, or the card's own line is about it. */
export function useLateBeside(action: ActionSummary): string | null {
  const words = besideWords(action);
  const [had] = useState(words !== null);
  return had ? null : words;
}
