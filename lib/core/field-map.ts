import { findRollIssues, isRoll } from "./field-map-lines";
import type { FieldMapIssue, ProposalPayload, ProposedChange } from "./field-map-payload";
import { fieldMapOf, findMappedField, isActionType } from "./field-map-table";
import type { MappedField, NetSuiteChange } from "./action-type-map";
import type { ActionType } from "./field-map-table";
import { buildTarget, findTargetIssues } from "./field-map-target";
import type { NetSuiteTarget } from "./field-map-target";
import { findFormatFault } from "./field-format";
import { FIELD_VALUE_LIMITS, isWritableDecimal, sameFieldValue, toCanonical } from "./field-value";

/**
 * Turns a stored proposal into the request body of our RESTlet, through the table in field-map-table.ts.
 * Pure: the same payload gives the same request for ever.
 */

export {
  ACTION_TYPES,
  RESTLET_ACTION_TYPES,
  fieldMapOf,
  findMappedField,
  isActionType,
} from "./field-map-table";
export type { NetSuiteChange } from "./action-type-map";
export type { ActionType, RestletActionType } from "./field-map-table";
export { normaliseContext, targetIdentity, targetText } from "./field-map-target";
export { pinnedIdsOf } from "./field-map-payload";
export {
  asLine,
  atLine,
  findTwins,
  isRoll,
  linePayloadOf,
  linePayloadsOf,
  LINE_ISSUES_MAX,
} from "./field-map-lines";
export type { PinnedRecord, ProposalPayload, ProposedChange, RollLine } from "./field-map-payload";
export { normaliseDecimal, sameFieldValue } from "./field-value";

export const PAYLOAD_LIMITS = { changesMax: 20, actionKeyLengthMax: 100 };

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
export interface NetSuiteReadManyRequest {
  v: 1;
  op: "read_many";
  reads: Pick<NetSuiteReadRequest, "action_type" | "target" | "fields">[];
}
export type NetSuiteRequest =
  NetSuiteWriteRequest | NetSuiteProbeRequest | NetSuiteReadRequest | NetSuiteReadManyRequest;

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
  if (isRoll(payload)) return findRollIssues(payload, findFieldMapIssues);
  const misplaced =
    payload.lines === undefined ? [] : [{ path: "lines", message: `are for rolls; ${actionType} has none` }];
  return [
    ...misplaced,
    ...findChangeIssues(actionType, payload.changes),
    ...findTargetIssues(actionType, payload),
  ];
}

function findChangeIssues(actionType: ActionType, changes: readonly ProposedChange[]): FieldMapIssue[] {
  if (withImpliedChanges(actionType, changes).length === 0)
    return [{ path: "changes", message: "must hold at least one change" }];
  if (changes.length > PAYLOAD_LIMITS.changesMax)
    return [{ path: "changes", message: "holds too many changes" }];
  const issues = findEach(actionType, changes);
  // An unknown field is said first: it may be a misspelling of a missing one.
  if (issues.length > 0) return issues;
  const { fields, anyField } = fieldMapOf(actionType);
  const whole = withImpliedChanges(actionType, changes);
  const isMissing = ({ field }: MappedField) =>
    !whole.some((change) => findMappedField(actionType, change.field)?.field === field);
  return fields
    .filter((field, index) => ((index === 0 && !anyField) || field.required) && isMissing(field))
    .map(({ field }) => ({ path: "changes", message: `must change ${field}` }));
}

function findEach(actionType: ActionType, changes: readonly ProposedChange[]): FieldMapIssue[] {
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
  else if (mapped.kind !== "text" && !isWritableDecimal(to)) {
    const { integerDigitsMax, decimalPlacesMax } = FIELD_VALUE_LIMITS;
    const message = `must have at most ${integerDigitsMax} digits before the point and ${decimalPlacesMax} after it`;
    issues.push({ path: `${path}.to`, message });
  }
  if (change.from !== undefined && toCanonical(mapped.kind, change.from) === undefined) {
    issues.push({ path: `${path}.from`, message: `must be ${mapped.kind} or null` });
  }
  const only = implied?.find((i) => i.field === mapped.field)?.to ?? onlyTo;
  if (only !== undefined && to !== undefined && to !== only) {
    issues.push({ path: `${path}.to`, message: `must be ${only} for ${type}` });
  }
  const outside = to === undefined || to === null ? null : findBoundFault(mapped, to);
  if (outside) issues.push({ path: `${path}.to`, message: outside });
  const fault = mapped.format && to ? findFormatFault(mapped.format, to) : null;
  if (fault !== null) issues.push({ path: `${path}.to`, message: fault });
  return issues;
}

function findBoundFault({ bound }: MappedField, to: string): string | null {
  if (bound === "not_zero" && to === "0") return "must not be zero";
  if (bound === "positive" && (to === "0" || to.startsWith("-"))) return "must be more than zero";
  if (bound === "not_negative" && to.startsWith("-")) return "must not be negative";
  return null;
}

/** The stored changes in NetSuite's spelling, and nothing besides: what nobody was shown is not written. */
function buildChanges(actionType: ActionType, payload: ProposalPayload): NetSuiteChange[] {
  return payload.changes.map((change) => {
    const mapped = findMappedField(actionType, change.field)!;
    const to = toCanonical(mapped.kind, change.to) ?? null;
    if (change.from === undefined) return { field: mapped.field, to };
    return { field: mapped.field, from: toCanonical(mapped.kind, change.from) ?? null, to };
  });
}

/** The changes with those that the action type implies; done once, before the payload is stored. */
export function withImpliedChanges(
  actionType: ActionType,
  changes: readonly ProposedChange[],
): ProposedChange[] {
  return [...changes, ...missingImplied(actionType, changes)];
}

function missingImplied(actionType: ActionType, changes: readonly ProposedChange[]): ProposedChange[] {
  const proposed = changes.map((change) => findMappedField(actionType, change.field)?.field);
  return (fieldMapOf(actionType).implied ?? []).filter(({ field }) => !proposed.includes(field));
}

/** What binds a request to one approved action. The key is `cs-<tenant>-<action id>`, never reused for another. */
export interface WriteIdentity {
  actionKey: string;
  payloadHash: string;
}

/** @throws FieldMapError when the payload is not one that `findFieldMapIssues` accepts, or lacks an implied change. */
export function buildNetSuiteWrite(payload: ProposalPayload, identity: WriteIdentity): NetSuiteWriteRequest {
  const actionType = requirePushable(payload);
  return {
    v: 1,
    op: "write",
    action_key: requireActionKey(identity.actionKey),
    action_type: actionType,
    payload_hash: identity.payloadHash,
    target: buildTarget(fieldMapOf(actionType), payload),
    changes: buildChanges(actionType, payload),
  };
}

/** Asks what became of a write: same identity, target and changes, nothing written. @throws FieldMapError */
export function buildNetSuiteProbe(payload: ProposalPayload, identity: WriteIdentity): NetSuiteProbeRequest {
  return { ...buildNetSuiteWrite(payload, identity), op: "probe" };
}

/** Asks for the live values of the proposed fields and the facts a tier weighs. @throws FieldMapError */
export function buildNetSuiteRead(payload: ProposalPayload): NetSuiteReadRequest {
  const actionType = requirePushable(payload);
  return {
    v: 1,
    op: "read",
    action_type: actionType,
    target: buildTarget(fieldMapOf(actionType), payload),
    fields: buildChanges(actionType, payload).map((change) => change.field),
  };
}

function requirePushable(payload: ProposalPayload): ActionType {
  const issues = findFieldMapIssues(payload);
  if (issues.length > 0 || !isActionType(payload.action_type)) throw new FieldMapError(issues);
  if (isRoll(payload)) throw new FieldMapError([{ path: "lines", message: "are sent one by one" }]);
  const missing = missingImplied(payload.action_type, payload.changes);
  if (missing.length > 0) {
    throw new FieldMapError(missing.map(({ field }) => ({ path: "changes", message: `lacks ${field}` })));
  }
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
  return buildChanges(actionType, payload).map(({ field, to }) => {
    const actual = readback.find((line) => line.field === field)?.value ?? null;
    const kind = findMappedField(actionType, field)?.kind ?? "text";
    return { field, expected: to, actual, matches: sameFieldValue(kind, to, actual) };
  });
}
