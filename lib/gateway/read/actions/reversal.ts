import type { UnredactedDetail } from "@/lib/contract/actions/action-view";
import { isRoll } from "@/lib/action-types/payload/lines";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { formatValue } from "@/lib/view/decimal";
import { countWords } from "@/lib/view/words";

/**
 * Whether another write takes this one back once it is written, and how, from the stored payload alone: the receipt will say
 * the same.
 */
export function reversalOf(payload: ProposalPayload, currency: string): UnredactedDetail["reversal"] {
  const definition = actionTypeOf(payload.action_type);
  if (!definition)
    return { possible: false, words: "Cannot be reversed here: nothing is known of this type of write." };
  const undo = definition.undo(payload);
  if (undo !== null) return { possible: true, words: `Reversible: ${howTo(undo, currency)}.` };
  const why = definition.staysBecause ?? "the proposal does not name the value that it replaces";
  return { possible: false, words: `Cannot be reversed: ${why}.` };
}

/** Null in a list of rolls, which comes without their lines. */
export function isReversible(payload: ProposalPayload): boolean | null {
  const definition = actionTypeOf(payload.action_type);
  if (!definition) return false;
  if (isRoll(payload.action_type) && payload.lines === undefined) return null;
  return definition.undo(payload) !== null;
}

function howTo(undo: ProposalPayload, currency: string): string {
  if (undo.lines) return `proposing the old values of ${countWords(undo.lines.length, "line")} again`;
  const [first, ...others] = undo.changes;
  const field = first && fieldOf(undo.action_type, first.field);
  // A text of the payload would stand among words of ours.
  if (!first || others.length > 0 || !field || field.kind === "text" || first.to === null)
    return "proposing the old values again";
  const value = formatValue(String(first.to), field.kind, currency);
  return field.isDifference
    ? `proposing the opposite difference, ${value}`
    : `proposing the old value ${value} again`;
}
