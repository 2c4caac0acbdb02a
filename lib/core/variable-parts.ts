import { type ProposalPayload, fieldMapOf, findMappedField, isActionType } from "./field-map";
import type { FieldKind } from "./field-value";

/**
 * What an edit may vary: the values a payload writes and the texts beside them. Where it is written, which record and
 * which line, is the proposal itself: another one is proposed anew.
 */
export interface VariableParts {
  /** In the payload's order; values that the action type fixes are left out. */
  changes: { field: string; kind: FieldKind; to: string | null }[];
  /** Texts that are written beside the changes, by their name in the context. */
  texts: { key: string; value: string | null }[];
}

export function variablePartsOf(payload: ProposalPayload): VariableParts {
  const { action_type } = payload;
  if (!isActionType(action_type)) return { changes: [], texts: [] };
  const map = fieldMapOf(action_type);
  const fixed = new Set((map.implied ?? []).map(({ field }) => field));
  return {
    changes:
      map.onlyTo === undefined
        ? payload.changes
            .filter(({ field }) => !fixed.has(field))
            .map(({ field, to }) => ({
              field,
              kind: findMappedField(action_type, field)?.kind ?? "text",
              to: to === null ? null : String(to),
            }))
        : [],
    texts: map.target
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
