import { fieldOf, actionTypeOf } from "@/lib/action-types/registry";
import { writesOf } from "@/lib/action-types/payload/lines";
import { placesOf, conditionsOf } from "@/lib/action-types/shared/effects";
import type { ProposalPayload } from "@/lib/core/payload/payload";

/**
 * The effects of a payload: the place in NetSuite that each of its changes reaches, and the conditions that the new
 * value fulfils there. Equal for two action types that write the same value to the same field.
 */
export function effectsOf(payload: ProposalPayload): string[] {
  const effects = writesOf(payload).flatMap((write) => {
    const definition = actionTypeOf(write.action_type);
    if (!definition) return [];
    return write.changes.flatMap(({ field, to }) => {
      const definedField = fieldOf(write.action_type, field);
      if (!definedField) return [];
      const value = to === null ? null : String(to);
      return placesOf(definition, definedField.field, [write.entity_type]).flatMap((place) => [
        place,
        ...conditionsOf(place, value),
      ]);
    });
  });
  return [...new Set(effects)].sort();
}
