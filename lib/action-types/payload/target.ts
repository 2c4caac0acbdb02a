import type { FieldIssue } from "@/lib/core/errors";
import { FIELD_VALUE_LIMITS, isCalendarDate, normaliseDecimal } from "@/lib/core/payload/field-value";
import {
  type PinnedRecord,
  type ProposalPayload,
  VALUE_IDS,
  type ValueId,
  pinnedIdsOf,
} from "@/lib/core/payload/payload";
import { actionTypeOf } from "@/lib/action-types/registry";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import { type TargetPart, partTexts, textOf } from "@/lib/action-types/shared/target";

/** Determines the record that a proposal targets. One place reads its names, so that the target shown is the target sent. */

export type NetSuiteTarget = Record<string, string | null>;

/** The parts by name, and the ids of the record that was read, which the RESTlet compares with the record it finds. */
export function buildTarget(definition: ActionTypeDefinition, payload: ProposalPayload): NetSuiteTarget {
  const { record } = payload;
  const ids = record && { record_type: record.type, record_id: record.id, ...pinnedIdsOf(record) };
  const named = namedValues(definition, payload).map(
    ({ id, name }) => [id.replace(/_id$/, ""), name] as const,
  );
  return { ...partTexts(definition.target, payload), ...Object.fromEntries(named), ...ids };
}

/** The names of records among a payload's values, each with the pinned id that says which record it means. */
function namedValues(
  { fields }: ActionTypeDefinition,
  { changes }: ProposalPayload,
): { id: ValueId; name: string }[] {
  return fields.flatMap(({ field, names }) => {
    const change = changes.find((entry) => entry.field === field);
    if (!names || !change) return [];
    return (["from", "to"] as const).flatMap((side) => {
      const name = textOf(change[side]);
      return name ? [{ id: names[side], name }] : [];
    });
  });
}

/**
 * The ids that an earlier version of a proposal was approved with, as far as they hold for this one: the place, and the
 * values that both name. An undo swaps old and new, and each name keeps its id.
 */
export function pinnedLike(payload: ProposalPayload, earlier: ProposalPayload): PinnedRecord | undefined {
  const definition = actionTypeOf(payload.action_type);
  const { record } = earlier;
  if (!record || !definition) return record;
  const idOf = new Map(namedValues(definition, earlier).map(({ id, name }) => [name, record[id]]));
  const values = namedValues(definition, payload).flatMap(({ id, name }) => {
    const recordId = idOf.get(name);
    return recordId === undefined ? [] : [[id, recordId] as const];
  });
  return { ...placeOf(record), ...Object.fromEntries(values) };
}

function placeOf(record: PinnedRecord): PinnedRecord {
  const place = { ...record };
  for (const id of VALUE_IDS) delete place[id];
  return place;
}

/** One part of the target as it is sent; null where there is none. */
export function targetText(payload: ProposalPayload, name: string): string | null {
  return partTexts(actionTypeOf(payload.action_type)?.target ?? [], payload)[name] ?? null;
}

/**
 * The place that a write touches and the texts it adds, however they were spelled: the record that was read, or the names
 * in upper case where none could be. Other context is not part of it.
 */
export function targetIdentity(payload: ProposalPayload): Record<string, unknown> {
  const target = actionTypeOf(payload.action_type)?.target;
  if (!target) return { type: payload.entity_type, ref: payload.entity_ref };
  const names = partTexts(target, payload);
  const pick = (written: boolean) => target.filter((part) => (part.written ?? false) === written);
  const upper = Object.fromEntries(pick(false).map(({ name }) => [name, names[name]?.toUpperCase() ?? null]));
  const written = Object.fromEntries(pick(true).map(({ name }) => [name, names[name] ?? null]));
  return { record: payload.record ? placeOf(payload.record) : upper, written };
}

export function findTargetIssues(definition: ActionTypeDefinition, payload: ProposalPayload): FieldIssue[] {
  const { target, oneOf } = definition;
  const names = partTexts(target, payload);
  const issues = target
    .filter((part) => part.required && !names[part.name])
    .map((part) => ({ path: targetPath(part), message: `is needed by ${definition.type}` }));
  if (oneOf && !oneOf.some((name) => names[name])) {
    issues.push({ path: "context", message: `needs one of ${oneOf.join(", ")}` });
  }
  for (const part of target) {
    issues.push(...findAliasIssues(part, payload.context));
    const message = findTextFault(part, names[part.name] ?? "");
    if (message) issues.push({ path: targetPath(part), message });
  }
  return issues;
}

function findTextFault(part: TargetPart, text: string): string | null {
  if (text.length > FIELD_VALUE_LIMITS.textLengthMax) return "is too long";
  if (text === "") return null;
  if (part.kind === "date" && !isCalendarDate(text)) return "must be a date such as 2026-11-20";
  if (part.kind === "quantity" && !/^\d/.test(normaliseDecimal(text) ?? ""))
    return "must be a quantity from zero up";
  return null;
}

/** Two words for one part must say the same: a reader may look at the one and NetSuite at the other. */
function findAliasIssues(part: TargetPart, context: Record<string, unknown>): FieldIssue[] {
  if (isEntityPart(part)) return [];
  const keys = part.from.filter((key) => Object.hasOwn(context, key) && !isBlank(context[key]));
  const first = keys[0];
  return keys.flatMap((key) => {
    const text = textOf(context[key]);
    if (text === null) return [{ path: `context.${key}`, message: "must be text or a number" }];
    if (first === undefined || text === textOf(context[first])) return [];
    return [{ path: `context.${key}`, message: `says something else than context.${first}` }];
  });
}

/** The context in the one form that is stored: text trimmed, each part of the target once, under its first name. */
export function normaliseContext(
  { target }: ActionTypeDefinition,
  payload: ProposalPayload,
): Record<string, unknown> {
  const names = partTexts(target, payload);
  const parts = target.filter((part) => !isEntityPart(part));
  const keys = new Set(parts.flatMap((part) => [...part.from]));
  const others = Object.entries(payload.context)
    .filter(([key]) => !keys.has(key))
    .map(([key, value]) => [key, typeof value === "string" ? value.trim() : value] as const);
  const own = parts.flatMap((part) => {
    const text = names[part.name];
    return text ? [[part.from[0]!, text] as const] : [];
  });
  return Object.fromEntries([...others, ...own]);
}

function isEntityPart(part: TargetPart): boolean {
  return part.from[0]?.startsWith("entity_") ?? false;
}

function targetPath(part: TargetPart): string {
  return isEntityPart(part) ? part.from[0]! : `context.${part.from[0]}`;
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "string" && value.trim() === "");
}
