import type { ActionSummary } from "@/lib/contract/actions/action-view";

/** Another action on the same record: a conflict (another value of a field) where `agent` is set, else the same write. */
export interface RelatedAction {
  id: number;
  words: string;
  agent?: string;
}

/** The same write comes first, because two equal writes may both be made; of two different values at most one can be. */
export const relatedActionsOf = ({
  same_write: same,
  conflicts_with: conflicts,
}: Pick<ActionSummary, "same_write" | "conflicts_with">): RelatedAction[] =>
  same === null ? conflicts : [same, ...conflicts];

/** One line: the first related action, and how many more there are. Null: there is none. */
export function relatedActionWords(action: Parameters<typeof relatedActionsOf>[0]): string | null {
  const [first, ...others] = relatedActionsOf(action);
  if (!first) return null;
  return others.length === 0 ? first.words : `${first.words} (and ${others.length} more)`;
}
