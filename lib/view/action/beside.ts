import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { twinWarning } from "./twin";

/** Another action that waits for the same record: with the very same write (a twin), or with another value of a field (a conflict). */
export interface Beside {
  kind: "twin" | "conflict";
  id: number;
  words: string;
}

/** A twin first: two equal writes may both be made, and of two values at most one. */
export const besideOf = ({
  twin_id: id,
  conflicts_with: conflicts,
}: Pick<ActionSummary, "twin_id" | "conflicts_with">): Beside[] => [
  ...(id === null ? [] : [{ kind: "twin" as const, id, words: twinWarning(id) }]),
  ...conflicts.map((conflict) => ({ kind: "conflict" as const, ...conflict })),
];
