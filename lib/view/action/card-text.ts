import type { ActionSummary } from "@/lib/contract/action-view";
import { inPlainText } from "@/lib/core/values/shown-text";

/** `#8421 Bid price · Strawberries 8×1 lb clamshell` */
export function cardLabel(action: ActionSummary): string {
  return `#${action.id} ${action.title} · ${inPlainText(action.subject)}`;
}
