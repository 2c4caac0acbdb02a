import { PAYLOAD_LIMITS, findPayloadIssues, missingImplied } from "@/lib/action-types/payload/check-payload";
import { type NetSuiteTarget, buildTarget } from "@/lib/action-types/payload/target";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import type { ActionTypeDefinition, NetSuiteChange } from "@/lib/action-types/shared/definition";
import type { FieldIssue } from "@/lib/core/errors";
import { sameFieldValue, toCanonical } from "@/lib/core/payload/field-value";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import type { SearchRequest } from "@/lib/destinations/netsuite/search-request";

/**
 * Turns a stored proposal into the request body that both destinations take, our RESTlet and our own tables. Pure: the
 * same payload gives the same request forever.
 */

export interface WriteRequest {
  v: 1;
  op: "write";
  action_key: string;
  action_type: string;
  payload_hash: string;
  target: NetSuiteTarget;
  changes: NetSuiteChange[];
}
export interface ProbeRequest extends Omit<WriteRequest, "op"> {
  op: "probe";
}
export interface ReadRequest {
  v: 1;
  op: "read";
  action_type: string;
  target: NetSuiteTarget;
  fields: string[];
  /** The values of a proposal that is being made. One that the record cannot take is refused. */
  changes?: NetSuiteChange[];
}
export interface NetSuiteReadManyRequest {
  v: 1;
  op: "read_many";
  reads: Pick<ReadRequest, "action_type" | "target" | "fields">[];
}
export type NetSuiteRequest =
  WriteRequest | ProbeRequest | ReadRequest | NetSuiteReadManyRequest | SearchRequest;

/** Thrown by the builders for a payload that `findPayloadIssues` would have refused when it was proposed. */
export class PayloadError extends Error {
  override readonly name = "PayloadError";
  constructor(readonly issues: readonly FieldIssue[]) {
    super(issues.map((issue) => `${issue.path}: ${issue.message}`).join("; "));
  }
}

/** The stored changes in NetSuite's spelling, and nothing else: a change that nobody read is not written. */
function buildChanges(payload: ProposalPayload): NetSuiteChange[] {
  return payload.changes.map((change) => {
    const { field, kind } = fieldOf(payload.action_type, change.field)!;
    const to = toCanonical(kind, change.to) ?? null;
    if (change.from === undefined) return { field, to };
    return { field, from: toCanonical(kind, change.from) ?? null, to };
  });
}

/** Binds a request to one approved action. The key is `cs-<tenant>-<action id>`, never reused for another. */
export interface WriteIdentity {
  actionKey: string;
  payloadHash: string;
}

/** @throws PayloadError when the payload is not one that `findPayloadIssues` accepts, or lacks an implied change. */
export function buildWrite(payload: ProposalPayload, identity: WriteIdentity): WriteRequest {
  const definition = requireSendable(payload);
  return {
    v: 1,
    op: "write",
    action_key: requireActionKey(identity.actionKey),
    action_type: definition.type,
    payload_hash: identity.payloadHash,
    target: buildTarget(definition, payload),
    changes: buildChanges(payload),
  };
}

/** Asks for the fate of a write that was sent: same key, target and changes, and nothing is written. */
export function probeOf(write: WriteRequest): ProbeRequest {
  return { ...write, op: "probe" };
}

/** Asks for the live values of the proposed fields and the facts a tier weighs. @throws PayloadError */
export function buildRead(payload: ProposalPayload): ReadRequest {
  const definition = requireSendable(payload);
  return {
    v: 1,
    op: "read",
    action_type: definition.type,
    target: buildTarget(definition, payload),
    fields: buildChanges(payload).map((change) => change.field),
  };
}

/** All fields that a type knows of a record, which nobody proposes to change here. */
export function buildRecordRead(payload: ProposalPayload): ReadRequest {
  const definition = actionTypeOf(payload.action_type)!;
  return {
    v: 1,
    op: "read",
    action_type: payload.action_type,
    target: buildTarget(definition, payload),
    fields: definition.fields.map(({ field }) => field),
  };
}

/** The same for a new proposal: a value that the record could not take is refused now and not at the write. */
export function buildProposalRead(payload: ProposalPayload): ReadRequest {
  return {
    ...buildRead(payload),
    changes: buildChanges(payload).map(({ field, to }) => ({ field, to })),
  };
}

function requireSendable(payload: ProposalPayload): ActionTypeDefinition {
  const definition = actionTypeOf(payload.action_type);
  const issues = findPayloadIssues(payload);
  if (issues.length > 0 || !definition) throw new PayloadError(issues);
  if (definition.lines) throw new PayloadError([{ path: "lines", message: "are sent one by one" }]);
  const missing = missingImplied(definition, payload.changes);
  if (missing.length > 0) {
    throw new PayloadError(missing.map(({ field }) => ({ path: "changes", message: `lacks ${field}` })));
  }
  return definition;
}

function requireActionKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= PAYLOAD_LIMITS.actionKeyLengthMax) return key;
  throw new PayloadError([
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

/**
 * Compares the approved values with those that NetSuite holds after the write, field by field. It never throws: what an
 * earlier release sent is compared too.
 */
export function compareReadback(
  payload: ProposalPayload,
  readback: readonly { field: string; value: string | null }[],
): ReadbackComparison[] {
  return payload.changes.map((change) => {
    const { to } = change;
    const { field, kind } = fieldOf(payload.action_type, change.field) ?? {
      field: change.field,
      kind: "text",
    };
    const actual = readback.find((line) => line.field === field)?.value ?? null;
    const expected = toCanonical(kind, to) ?? (to === null ? null : String(to));
    return { field, expected, actual, matches: sameFieldValue(kind, expected, actual) };
  });
}
