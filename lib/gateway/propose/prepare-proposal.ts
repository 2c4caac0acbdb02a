import type { ProposalInput } from "@/lib/contract/actions/proposal";
import { findPayloadIssues, withImpliedChanges } from "@/lib/action-types/payload/check-payload";
import { isRoll, writesOf } from "@/lib/action-types/payload/lines";
import { normaliseContext, targetIdentity } from "@/lib/action-types/payload/target";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import type { ActionTypeDefinition, LiveRead } from "@/lib/action-types/shared/definition";
import { normaliseDecimal, sameFieldValue } from "@/lib/core/payload/field-value";
import {
  type PinnedRecord,
  type ProposalPayload,
  type ProposedChange,
  type RollLine,
  asLine,
  pinnedIdsOf,
} from "@/lib/core/payload/payload";
import { AppError, type FieldIssue } from "@/lib/core/errors";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { CLIENT_BUSY, type ReadOutcome } from "@/lib/core/push/verdict";

/** The steps of proposing that touch neither the database nor the network: from an agent's input to the stored payload. */

export interface PreparedProposal {
  definition: ActionTypeDefinition;
  payload: ProposalPayload;
}

/** The gateway's live read, with the record that it read. */
export interface RecordRead extends LiveRead {
  record: PinnedRecord;
}

/**
 * Brings a proposal into the one form that is hashed: NetSuite's field ids, decimals in one spelling, implied changes
 * beside the proposed ones, each part of the target once.
 * @throws AppError unknown_action_type 422; validation_failed 422 naming each field.
 */
export function prepareProposal(input: ProposalInput): PreparedProposal {
  const definition = actionTypeOf(input.action_type);
  if (!definition) {
    throw new AppError("unknown_action_type", `There is no action type “${input.action_type}”.`, {
      issues: [{ path: "action_type", message: "is not an action type of this gateway" }],
    });
  }
  const issues = findPayloadIssues(input);
  if (issues.length > 0) throw invalid(issues);
  return { definition, payload: normalise(input, definition) };
}

function normalise(
  input: ProposalPayload | ProposalInput,
  definition: ActionTypeDefinition,
): ProposalPayload {
  const changes = input.changes.map((change): ProposedChange => {
    const field = fieldOf(definition.type, change.field)!;
    const canonical = (value: string | number | null) =>
      value === null || field.kind === "text"
        ? value === null
          ? null
          : String(value)
        : normaliseDecimal(value);
    return {
      field: field.field,
      ...(change.from === undefined ? {} : { from: canonical(change.from) }),
      to: canonical(change.to),
    };
  });
  const { action_type, entity_type } = input;
  return {
    action_type,
    entity_type,
    // A person types it at L5.
    entity_ref: input.entity_ref.trim(),
    changes: withImpliedChanges(definition, changes),
    context: normaliseContext(definition, input),
    ...(isRoll(action_type) ? { lines: writesOf(input).map(normaliseLine) } : {}),
  };
}

function normaliseLine(line: ProposalPayload): RollLine {
  return asLine(normalise(line, actionTypeOf(line.action_type)!));
}

/** No place among our own requests came free in time: NetSuite was not asked, so nothing speaks for a higher tier. */
export function isBusy(outcome: ReadOutcome): boolean {
  return outcome.class === "not_executed" && outcome.code === CLIENT_BUSY;
}

const busyRetrySeconds = 5;

/** The refusal while our own share of NetSuite's capacity is in use. */
export function readsBusy(): AppError {
  return new AppError("reads_busy", "Too many records are being read just now. Try again in a few seconds.", {
    retryAfterSeconds: busyRetrySeconds,
  });
}

/**
 * Null: NetSuite could not be read.
 * @throws AppError record_missing, record_refused 422 where NetSuite says that this can never be written; reads_busy 503
 *   where NetSuite was not asked.
 */
export function liveReadOf(outcome: ReadOutcome | null): RecordRead | null {
  if (outcome === null) return null;
  if (isBusy(outcome)) throw readsBusy();
  if (outcome.class === "read") {
    const { type, id } = outcome.record;
    return {
      record: { type, id, ...pinnedIdsOf(outcome.facts) },
      recordName: outcome.record.name ?? null,
      values: Object.fromEntries(outcome.values.map(({ field, value }) => [field, value])),
      facts: outcome.facts,
    };
  }
  if (outcome.class === "stale") {
    throw new AppError(
      "record_missing",
      "NetSuite has no such record; check the reference and the context.",
      {
        issues: [
          {
            path: "entity_ref",
            message: "names no record that NetSuite has (or the context's parts of it do not match)",
          },
        ],
      },
    );
  }
  if (outcome.class === "terminal") {
    // A name among the values that no record has: the field of the change is at fault, not the record.
    const ofValue = outcome.code === "UNKNOWN_TERMS" || outcome.code === "AMBIGUOUS_TERMS";
    throw new AppError(
      "record_refused",
      `NetSuite refuses this: ${outcome.publicMessage} (${outcome.code})`,
      {
        issues: ofValue
          ? [{ path: "changes[0].to", message: "must be the name of active payment terms in NetSuite" }]
          : [],
      },
    );
  }
  return null;
}

/**
 * Compares the agent's `from` with the live value and fills in a missing one: people approve a move from a known value, on
 * the very record that was read. @throws AppError from_mismatch 422 with the live values; validation_failed 422 if neither
 * value is known.
 */
export function bindToLiveValues(prepared: PreparedProposal, live: RecordRead | null): ProposalPayload {
  const { definition } = prepared;
  const payload = live ? { ...prepared.payload, record: live.record } : prepared.payload;
  if (definition.effect === "create" && !live) return payload;
  const mismatches = payload.changes.flatMap((change, index) => {
    const kind = fieldOf(definition.type, change.field)!.kind;
    if (!live || change.from === undefined) return [];
    const now = live.values[change.field] ?? null;
    if (sameFieldValue(kind, change.from, now)) return [];
    return [{ index, field: change.field, live: now }];
  });
  if (mismatches.length > 0) {
    throw new AppError(
      "from_mismatch",
      "The record no longer holds the value this proposal starts from; look again and propose it again.",
      {
        issues: mismatches.map(({ index, live: now }) => ({
          path: `changes[${index}].from`,
          message: now === null ? "is not the live value, which is empty" : `is not the live value ${now}`,
        })),
        members: { live: mismatches.map(({ field, live: value }) => ({ field, value })) },
      },
    );
  }
  if (definition.effect === "create") return payload;
  const implied = definition.implied ?? [];
  const unknown = payload.changes.flatMap((change, index) =>
    change.from === undefined && !live && !implied.some(({ field }) => field === change.field)
      ? [{ path: `changes[${index}].from`, message: "is needed while NetSuite cannot be read" }]
      : [],
  );
  if (unknown.length > 0) throw invalid(unknown);
  return {
    ...payload,
    changes: payload.changes.map((change) =>
      change.from === undefined && live ? { ...change, from: live.values[change.field] ?? null } : change,
    ),
  };
}

/** Equal for the same tenant, type, target and values. The agent's own context is never sent and is no part of it. */
export function fingerprintOf(tenantId: number, payload: ProposalPayload): string {
  const writes = writesOf(payload).map((write) => ({
    target: targetIdentity(write),
    changes: write.changes.map(({ field, to }) => ({ field, to })),
  }));
  const { action_type } = payload;
  return canonicalHash({ tenantId, action_type, ...(isRoll(action_type) ? { writes } : writes[0]!) });
}

/**
 * True if the stored payload, which has the same fingerprint, starts from every value that the proposal names: each `from` is a
 * precondition of the write. A proposal that names none leaves the value to us, and any stored one is its own.
 */
export function startsAsNamed(stored: ProposalPayload, named: ProposalPayload): boolean {
  const waiting = writesOf(stored);
  return writesOf(named).every(({ action_type, changes }, line) =>
    changes.every(({ field, from }, at) => {
      if (from === undefined) return true;
      const start = waiting[line]?.changes[at]?.from;
      return start !== undefined && sameFieldValue(fieldOf(action_type, field)!.kind, from, start);
    }),
  );
}

/** Shared by proposals of which at most one can ever be written; null for a type whose writes add up. */
export function preconditionKeyOf(payload: ProposalPayload): string | null {
  if (actionTypeOf(payload.action_type)?.effect !== "update") return null;
  const needs = writesOf(payload).map((write) => ({
    target: targetIdentity(write),
    changes: write.changes.map(({ field, from }) => ({ field, from: from ?? null })),
  }));
  const { action_type } = payload;
  return canonicalHash({ action_type, ...(isRoll(action_type) ? { needs } : needs[0]!) });
}

function invalid(issues: FieldIssue[]): AppError {
  return new AppError("validation_failed", "The proposal is not valid; see errors.", { issues });
}
