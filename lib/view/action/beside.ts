import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { twinWarning } from "./twin";

/** Another action that waits for the same record. With an agent it is a conflict: another value of a field. Without, a twin. */
export interface Beside {
  id: number;
  words: string;
  agent?: string;
}

/** A twin first: two equal writes may both be made, and of two values at most one. */
export const besideOf = ({
  twin_id: id,
  conflicts_with: conflicts,
}: Pick<ActionSummary, "twin_id" | "conflicts_with">): Beside[] =>
  id === null ? conflicts : [{ id, words: twinWarning(id) }, ...conflicts];

/** For a place of one line: the first of them, and how many more there are. Null: there is none. */
export function besideWords(action: Parameters<typeof besideOf>[0]): string | null {
  const [first, ...others] = besideOf(action);
  if (!first) return null;
  return others.length === 0 ? first.words : `${first.words} (and ${others.length} more)`;
}
