import type { FieldKind } from "@/lib/core/payload/field-value";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";

/**
 * The parts that an edit may vary: the values a payload writes and the texts beside them. The place of the write, its
 * record and line, is the proposal itself: another place takes a new proposal.
 */
export interface VariableParts {
  /** In the payload's order; values that the action type fixes are left out. */
  changes: { field: string; kind: FieldKind; to: string | null }[];
  /** Texts that are written beside the changes, by their name in the context. */
  texts: { key: string; value: string | null }[];
}

export function variablePartsOf(payload: ProposalPayload): VariableParts {
  const { action_type } = payload;
  const definition = actionTypeOf(action_type);
  if (!definition) return { changes: [], texts: [] };
  const fixed = new Set((definition.implied ?? []).map(({ field }) => field));
  return {
    changes:
      definition.onlyTo === undefined
        ? payload.changes
            .filter(({ field }) => !fixed.has(field))
            .map(({ field, to }) => ({
              field,
              kind: fieldOf(action_type, field)?.kind ?? "text",
              to: to === null ? null : String(to),
            }))
        : [],
    texts: definition.target
      .filter((part) => part.written)
      .map((part) => {
        const key = part.from[0]!;
        const value = payload.context[key];
        return { key, value: typeof value === "string" ? value : null };
      }),
  };
}

export function variesNothing(parts: VariableParts): boolean {
  return parts.changes.length === 0 && parts.texts.length === 0;
}
