import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Reproposal } from "@/lib/contract/actions/live-view";
import { compareDecimals } from "@/lib/core/values/decimal";

type Direction = NonNullable<Reproposal["direction"]>;

const ways: Record<Direction, string> = { raises: "Raises", lowers: "Lowers", keeps: "Keeps" };
const would: Record<Direction, string> = { raises: "raised", lowers: "lowered", keeps: "kept" };
/** A new record moves what is there by its figure. */
const moves: Record<Direction, string> = { raises: "Adds", lowers: "Takes away", keeps: "Moves nothing" };

/** `Lowers the price now. When it was proposed it would have raised it.` Empty where the write has no direction. */
export function directionWords(action: ActionSummary, now: Reproposal): string {
  if (now.direction === null) return "";
  const change = now.changes.find(({ delta }) => delta !== null);
  if (!change) return moves[now.direction];
  const words = `${ways[now.direction]} the ${change.label}`;
  const before = directionOf(action);
  if (before === null || before === now.direction) return words;
  return `${words} now. When it was proposed it would have ${would[before]} it.`;
}

/** The direction of the first figure from the value that it was proposed from. Null: it has none. */
function directionOf(action: ActionSummary): Direction | null {
  const delta = action.changes.find((change) => change.delta !== null)?.delta ?? null;
  const way = compareDecimals(delta, "0");
  if (way === null) return null;
  return way === 1 ? "raises" : way === -1 ? "lowers" : "keeps";
}
