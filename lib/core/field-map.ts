import { fieldMapOf, findMappedField, isActionType } from "./field-map-table";
import type { ActionType, ActionTypeMap, MappedField, NetSuiteChange, TargetPart } from "./field-map-table";
import { FIELD_VALUE_LIMITS, sameFieldValue, toCanonical } from "./field-value";

/**
 * Turns a stored proposal into the request body of our RESTlet, through the table in field-map-table.ts.
 * Pure: the same payload gives the same request for ever.
 */

export { ACTION_TYPES, fieldMapOf, findMappedField, isActionType } from "./field-map-table";
export type { ActionType, NetSuiteChange } from "./field-map-table";
export { normaliseDecimal, sameFieldValue } from "./field-value";

export const PAYLOAD_LIMITS = { changesMax: 20, actionKeyLengthMax: 100 };

export interface ProposedChange {
  field: string;
  /** Absent: no precondition. Null: the field was empty. */
  from?: string | number | null;
  to: string | number | null;
}

export interface ProposalPayload {
  action_type: string;
  entity_type: string;
  entity_ref: string;
  changes: readonly ProposedChange[];
  context: Record<string, unknown>;
}

export type NetSuiteTarget = Record<string, string | null>;
export interface NetSuiteWriteRequest {
  v: 1;
  op: "write";
  action_key: string;
  action_type: ActionType;
  payload_hash: string;
  target: NetSuiteTarget;
  changes: NetSuiteChange[];
}
export interface NetSuiteProbeRequest extends Omit<NetSuiteWriteRequest, "op"> {
  op: "probe";
}
export interface NetSuiteReadRequest {
  v: 1;
  op: "read";
  action_type: ActionType;
  target: NetSuiteTarget;
  fields: string[];
}
export type NetSuiteRequest = NetSuiteWriteRequest | NetSuiteProbeRequest | NetSuiteReadRequest;

export interface FieldMapIssue {
  path: string;
  message: string;
}

/** Thrown by the builders for a payload that `findFieldMapIssues` would have refused when it was proposed. */
export class FieldMapError extends Error {
  override readonly name = "FieldMapError";
  constructor(readonly issues: readonly FieldMapIssue[]) {
    super(issues.map((issue) => `${issue.path}: ${issue.message}`).join("; "));
  }
}

/** Everything that would make the builders refuse; empty when the payload can be pushed. Use it when proposing. */
export function findFieldMapIssues(payload: ProposalPayload): FieldMapIssue[] {
  if (!isActionType(payload.action_type))
    return [{ path: "action_type", message: "is not a known action type" }];
  const actionType = payload.action_type;
  return [...findChangeIssues(actionType, payload.changes), ...findTargetIssues(actionType, payload)];
}

function findChangeIssues(actionType: ActionType, changes: readonly ProposedChange[]): FieldMapIssue[] {
  if (changes.length === 0) return [{ path: "changes", message: "must hold at least one change" }];
  if (changes.length > PAYLOAD_LIMITS.changesMax)
    return [{ path: "changes", message: "holds too many changes" }];
  const seen = new Set<string>();
  return changes.flatMap((change, index) => {
    const path = `changes[${index}]`;
    const mapped = findMappedField(actionType, change.field);
    if (!mapped) return [{ path: `${path}.field`, message: `is no field of ${actionType}` }];
    if (seen.has(mapped.field)) return [{ path: `${path}.field`, message: "is changed twice" }];
    seen.add(mapped.field);
    return findValueIssues(actionType, mapped, change, path);
  });
}

function findValueIssues(
  type: ActionType,
  mapped: MappedField,
  change: ProposedChange,
  path: string,
): FieldMapIssue[] {
  const issues: FieldMapIssue[] = [];
  const { onlyTo, implied } = fieldMapOf(type);
  const to = toCanonical(mapped.kind, change.to);
  if (to === undefined || to === null || to === "")
    issues.push({ path: `${path}.to`, message: `must be ${mapped.kind}` });
  if (change.from !== undefined && toCanonical(mapped.kind, change.from) === undefined) {
    issues.push({ path: `${path}.from`, message: `must be ${mapped.kind} or null` });
  }
  const only = implied?.find((i) => i.field === mapped.field)?.to ?? onlyTo;
  if (only !== undefined && to !== undefined && to !== only) {
    issues.push({ path: `${path}.to`, message: `must be ${only} for ${type}` });
  }
  if (mapped.record === "inventoryadjustment" && to === "0") {
    issues.push({ path: `${path}.to`, message: "must not be zero" });
  }
  return issues;
}

function findTargetIssues(actionType: ActionType, payload: ProposalPayload): FieldMapIssue[] {
  const map = fieldMapOf(actionType);
  const target = buildTarget(map, payload);
  const issues = map.target
    .filter((part) => part.required && !target[part.name])
    .map((part) => ({ path: targetPath(part), message: `is needed by ${actionType}` }));
  if (map.oneOf && !map.oneOf.some((name) => target[name])) {
    issues.push({ path: "context", message: `needs one of ${map.oneOf.join(", ")}` });
  }
  for (const part of map.target) {
    if ((target[part.name]?.length ?? 0) <= FIELD_VALUE_LIMITS.textLengthMax) continue;
    issues.push({ path: targetPath(part), message: "is too long" });
  }
  if (actionType === "note_attachment" && !NOTE_PARENTS.includes(payload.entity_type)) {
    issues.push({ path: "entity_type", message: "must be customer or sales_order" });
  }
  return issues;
}

const NOTE_PARENTS = ["customer", "sales_order"];

function targetPath(part: TargetPart): string {
  return part.from[0]?.startsWith("entity_") ? part.from[0] : `context.${part.from[0]}`;
}

function buildTarget(map: ActionTypeMap, payload: ProposalPayload): NetSuiteTarget {
  const sources: Record<string, unknown> = {
    ...payload.context,
    entity_ref: payload.entity_ref,
    entity_type: payload.entity_type,
  };
  return Object.fromEntries(
    map.target.map((part) => [part.name, firstText(part.from.map((key) => sources[key]))]),
  );
}

function firstText(values: readonly unknown[]): string | null {
  for (const value of values) {
    const text = typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
    if (text !== "") return text;
  }
  return null;
}

function buildChanges(
  map: ActionTypeMap,
  actionType: ActionType,
  payload: ProposalPayload,
): NetSuiteChange[] {
  const proposed = payload.changes.map((change) => {
    const mapped = findMappedField(actionType, change.field)!;
    const to = toCanonical(mapped.kind, change.to) ?? null;
    if (change.from === undefined) return { field: mapped.field, to };
    return { field: mapped.field, from: toCanonical(mapped.kind, change.from) ?? null, to };
  });
  const implied = (map.implied ?? []).filter(
    (extra) => !proposed.some((change) => change.field === extra.field),
  );
  return [...proposed, ...implied];
}

/** What binds a request to one approved action. The key is `cs-<tenant>-<action id>`, never reused for another. */
export interface WriteIdentity {
  actionKey: string;
  payloadHash: string;
}

/** @throws FieldMapError when the payload is not one that `findFieldMapIssues` accepts. */
export function buildNetSuiteWrite(payload: ProposalPayload, identity: WriteIdentity): NetSuiteWriteRequest {
  const actionType = requirePushable(payload);
  const map = fieldMapOf(actionType);
  return {
    v: 1,
    op: "write",
    action_key: requireActionKey(identity.actionKey),
    action_type: actionType,
    payload_hash: identity.payloadHash,
    target: buildTarget(map, payload),
    changes: buildChanges(map, actionType, payload),
  };
}

/** Asks what became of a write: same identity, target and changes, nothing written. @throws FieldMapError */
export function buildNetSuiteProbe(payload: ProposalPayload, identity: WriteIdentity): NetSuiteProbeRequest {
  return { ...buildNetSuiteWrite(payload, identity), op: "probe" };
}

/** Asks for the live values of the proposed fields and the facts a tier weighs. @throws FieldMapError */
export function buildNetSuiteRead(payload: ProposalPayload): NetSuiteReadRequest {
  const actionType = requirePushable(payload);
  const map = fieldMapOf(actionType);
  return {
    v: 1,
    op: "read",
    action_type: actionType,
    target: buildTarget(map, payload),
    fields: buildChanges(map, actionType, payload).map((change) => change.field),
  };
}

function requirePushable(payload: ProposalPayload): ActionType {
  const issues = findFieldMapIssues(payload);
  if (issues.length > 0 || !isActionType(payload.action_type)) throw new FieldMapError(issues);
  return payload.action_type;
}

function requireActionKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= PAYLOAD_LIMITS.actionKeyLengthMax) return key;
  throw new FieldMapError([
    { path: "actionKey", message: "must be 1 to 100 printable characters without spaces" },
  ]);
}

export interface ReadbackComparison {
  field: string;
  expected: string | null;
  /** Null also when NetSuite gave no value back for the field. */
  actual: string | null;
  matches: boolean;
}

/** Compares what was approved with what NetSuite holds after the write, field by field. @throws FieldMapError */
export function compareReadback(
  payload: ProposalPayload,
  readback: readonly { field: string; value: string | null }[],
): ReadbackComparison[] {
  const actionType = requirePushable(payload);
  return buildChanges(fieldMapOf(actionType), actionType, payload).map(({ field, to }) => {
    const actual = readback.find((line) => line.field === field)?.value ?? null;
    const kind = findMappedField(actionType, field)?.kind ?? "text";
    return { field, expected: to, actual, matches: sameFieldValue(kind, to, actual) };
  });
}
