import type { ActionSummary } from "@/lib/contract/action-view";
import { revealText } from "@/lib/core/values/text-safety";

/** For attributes, which cannot hold marks: deceptive characters are spelled out as `[U+202E]`. */
export function plainReveal(text: string): string {
  return revealText(text)
    .map((piece) => (piece.kind === "text" ? piece.text : `[${piece.codePoint}]`))
    .join("");
}

/** `#8421 Bid price · Strawberries 8×1 lb clamshell` */
export function cardLabel(action: ActionSummary): string {
  return `#${action.id} ${action.title} · ${plainReveal(action.subject)}`;
}
