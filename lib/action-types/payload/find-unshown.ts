import { CARD_LIMITS, type Unshown, whyNotFitting } from "@/lib/core/action/unshown";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { holdsDeceptiveText } from "@/lib/core/values/shown-text";
import { actionTypeOf } from "@/lib/action-types/registry";
import { partTexts } from "@/lib/action-types/shared/target";

/**
 * Why a card cannot show all that a payload would write; null: it shows it whole. Asked of the stored payload alone.
 * A caller that has searched it for deceptive text passes the result.
 */
export function findUnshown(payload: ProposalPayload, isDeceptive?: boolean): Unshown | null {
  const definition = actionTypeOf(payload.action_type);
  if (!definition) return "uninspectable";
  if (definition.lines) return "roll";
  if (isDeceptive ?? holdsDeceptiveText(payload)) return "deceptive_characters";
  if (payload.changes.length > CARD_LIMITS.changesMax) return "many_changes";
  const texts = [
    ...Object.values(partTexts(definition.target, payload)),
    ...payload.changes.flatMap(({ from, to }) => [from, to]),
  ];
  for (const text of texts) {
    const reason = typeof text === "string" ? whyNotFitting(text) : null;
    if (reason !== null) return reason;
  }
  return null;
}
