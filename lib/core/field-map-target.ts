import { type FieldMapIssue, type ProposalPayload, pinnedIdsOf } from "./field-map-payload";
import { fieldMapOf, isActionType } from "./field-map-table";
import type { ActionTypeMap, TargetPart } from "./action-type-map";
import type { ActionType } from "./field-map-table";
import { FIELD_VALUE_LIMITS, isCalendarDate, normaliseDecimal } from "./field-value";

/**
 * Which record a proposal means: taken from its names once, in one place, so that what is shown and what is sent cannot
 * part ways.
 */

export type NetSuiteTarget = Record<string, string | null>;

/** The parts by name, and the ids of the record that was read, which the RESTlet holds against what it finds. */
export function buildTarget(map: ActionTypeMap, payload: ProposalPayload): NetSuiteTarget {
  const { record } = payload;
  return { ...namesOf(map, payload), ...(record ? idsOf(record) : {}) };
}

function namesOf(map: ActionTypeMap, payload: ProposalPayload): NetSuiteTarget {
  const sources: Record<string, unknown> = {
    ...payload.context,
    entity_ref: payload.entity_ref,
    entity_type: payload.entity_type,
  };
  return Object.fromEntries(
    map.target.map((part) => [part.name, firstText(part.from.map((key) => sources[key]))]),
  );
}

function idsOf(record: NonNullable<ProposalPayload["record"]>) {
  return { record_type: record.type, record_id: record.id, ...pinnedIdsOf(record) };
}

/** One part of the target as it is sent; null where there is none. Whatever shows a target reads it here. */
export function targetText(payload: ProposalPayload, name: string): string | null {
  if (!isActionType(payload.action_type)) return null;
  return namesOf(fieldMapOf(payload.action_type), payload)[name] ?? null;
}

/**
 * What a write touches and adds, however it was spelled: the record that was read, or the names in upper case where none
 * could be, with the texts that are written beside the changes. Other context is not part of it.
 */
export function targetIdentity(payload: ProposalPayload): Record<string, unknown> {
  const map = isActionType(payload.action_type) ? fieldMapOf(payload.action_type) : null;
  if (!map) return { type: payload.entity_type, ref: payload.entity_ref };
  const names = namesOf(map, payload);
  const pick = (written: boolean) =>
    map.target.filter((part) => (part.written ?? false) === written).map(({ name }) => name);
  const upper = Object.fromEntries(pick(false).map((name) => [name, names[name]?.toUpperCase() ?? null]));
  const written = Object.fromEntries(pick(true).map((name) => [name, names[name] ?? null]));
  return { record: payload.record ?? upper, written };
}

export function findTargetIssues(actionType: ActionType, payload: ProposalPayload): FieldMapIssue[] {
  const map = fieldMapOf(actionType);
  const target = namesOf(map, payload);
  const issues = map.target
    .filter((part) => part.required && !target[part.name])
    .map((part) => ({ path: targetPath(part), message: `is needed by ${actionType}` }));
  if (map.oneOf && !map.oneOf.some((name) => target[name])) {
    issues.push({ path: "context", message: `needs one of ${map.oneOf.join(", ")}` });
  }
  for (const part of map.target) {
    issues.push(...findAliasIssues(part, payload.context));
    const message = findTextFault(part, target[part.name] ?? "");
    if (message) issues.push({ path: targetPath(part), message });
  }
  if (actionType === "note_attachment" && !NOTE_PARENTS.includes(payload.entity_type)) {
    issues.push({ path: "entity_type", message: "must be customer or sales_order" });
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
function findAliasIssues(part: TargetPart, context: Record<string, unknown>): FieldMapIssue[] {
  if (isEntityPart(part)) return [];
  const said = part.from.filter((key) => Object.hasOwn(context, key) && !isBlank(context[key]));
  const first = said[0];
  return said.flatMap((key) => {
    const text = textOf(context[key]);
    if (text === null) return [{ path: `context.${key}`, message: "must be text or a number" }];
    if (first === undefined || text === textOf(context[first])) return [];
    return [{ path: `context.${key}`, message: `says something else than context.${first}` }];
  });
}

/** The context in the one form that is stored: text trimmed, each part of the target once, under its first name. */
export function normaliseContext(actionType: ActionType, payload: ProposalPayload): Record<string, unknown> {
  const map = fieldMapOf(actionType);
  const names = namesOf(map, payload);
  const parts = map.target.filter((part) => !isEntityPart(part));
  const taken = new Set(parts.flatMap((part) => [...part.from]));
  const others = Object.entries(payload.context)
    .filter(([key]) => !taken.has(key))
    .map(([key, value]) => [key, typeof value === "string" ? value.trim() : value] as const);
  const own = parts.flatMap((part) => {
    const text = names[part.name];
    return text ? [[part.from[0]!, text] as const] : [];
  });
  return Object.fromEntries([...others, ...own]);
}

const NOTE_PARENTS = ["customer", "sales_order"];

function isEntityPart(part: TargetPart): boolean {
  return part.from[0]?.startsWith("entity_") ?? false;
}

function targetPath(part: TargetPart): string {
  return isEntityPart(part) ? part.from[0]! : `context.${part.from[0]}`;
}

function firstText(values: readonly unknown[]): string | null {
  for (const value of values) {
    const text = textOf(value);
    if (text) return text;
  }
  return null;
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "string" && value.trim() === "");
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" ? String(value) : null;
}
