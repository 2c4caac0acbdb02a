import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { twinWarning } from "./twin";

/** Another action that waits for the same record: a conflict (another value of a field) where `agent` is set, else a twin. */
export interface RelatedAction {
  id: number;
  words: string;
  agent?: string;
}

/** A twin comes first, because two equal writes may both be made; of two different values at most one can be. */
export const relatedActionsOf = ({
  twin_id: id,
  conflicts_with: conflicts,
}: Pick<ActionSummary, "twin_id" | "conflicts_with">): RelatedAction[] =>
  id === null ? conflicts : [{ id, words: twinWarning(id) }, ...conflicts];

/** One line: the first related action, and how many more there are. Null: there is none. */
export function relatedActionWords(action: Parameters<typeof relatedActionsOf>[0]): string | null {
  const [first, ...others] = relatedActionsOf(action);
  if (!first) return null;
  return others.length === 0 ? first.words : `${first.words} (and ${others.length} more)`;
}
