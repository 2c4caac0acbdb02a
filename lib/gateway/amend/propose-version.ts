/** This room holds the exits of an action besides a decision: edit, propose again, undo, withdraw, cancel, extend. */

import { type TenantTransaction, inTenant } from "@/db/client";
import { isLaneOpen } from "@/db/queries/pushes/lanes";
import type { NewProposal } from "@/db/queries/actions/proposals";
import type { ProposedActionRow } from "@/db/schema/actions";
import { goesByLane } from "@/lib/core/push/push";
import type { ProposalInput } from "@/lib/contract/actions/proposal";
import type { Drift } from "@/lib/contract/actions/amend";
import { AppError } from "@/lib/core/errors";
import { isRoll, writesOf } from "@/lib/action-types/payload/lines";
import { pinnedLike } from "@/lib/action-types/payload/target";
import { fieldOf } from "@/lib/action-types/registry";
import type { LiveRead } from "@/lib/action-types/shared/definition";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { sameFieldValue } from "@/lib/core/payload/field-value";
import { type ProposalPayload, type RollLine, asLine } from "@/lib/core/payload/payload";
import { buildProposalRead } from "@/lib/destinations/requests";
import type { Person } from "@/lib/core/access/principal";
import { activePolicyIn } from "@/lib/policy/active-policy";
import { readAndBindRoll } from "@/lib/gateway/propose/bind-roll";
import type { Gateway } from "@/lib/gateway/context";
import { destinationReaderOf, requireAccount } from "@/lib/gateway/netsuite-accounts";
import { type Destination, destinationNameOf } from "@/lib/destinations/destination";
import { insertTieredProposal } from "@/lib/gateway/propose/insert-proposal";
import { assertDatesNear } from "@/lib/gateway/propose/dates-near";
import { findMarks } from "@/lib/gateway/propose/find-marks";
import type { Amendable } from "@/lib/gateway/read/actions/amend-facts";
import {
  type RecordRead,
  bindToLiveValues,
  liveReadOf,
  prepareProposal,
} from "@/lib/gateway/propose/prepare-proposal";
import {
  type BoundProposal,
  type ProposalOrigin,
  type ProposalPermission,
  type ProposingAgent,
  assertMayPropose,
  proposalRowOf,
} from "@/lib/gateway/propose/proposal-intake";

/**
 * A version of a proposal that a person writes: an edit, a re-proposal, an undo. It stands in the name of the agent that
 * proposed first, comes in the same way as that agent's own, and spends none of its limits.
 */
export interface Version {
  row: NewProposal;
  agentName: string;
  payload: ProposalPayload;
  /** Null: NetSuite could not be read. */
  live: LiveRead | null;
  /** Over the payload and the values that it was bound to: another read that finds the same gives the same. */
  shownHash: string;
  /** The record's value when the earlier version was proposed, its value now, and the value that this version writes. */
  drift: Drift[];
  /** The record already holds the values of this version. */
  isWrittenAlready: boolean;
}

export interface VersionRequest {
  person: Person;
  earlier: Amendable;
  input: ProposalInput;
  /** Its author is the person who asks, unless another author of the values is named here. */
  origin: Omit<ProposalOrigin, "authorUserId"> & { authorUserId?: number };
  /** `live`: from the record's current value. `given`: only while the record holds the input's value. */
  from: "live" | "given";
}

/**
 * Asks the policy and NetSuite and binds the version to the record's values; no transaction is open.
 * @throws AppError policy_denied 403; validation_failed, from_mismatch, record_missing, record_refused 422.
 */
export async function prepareVersion(request: VersionRequest, gateway: Gateway): Promise<Version> {
  const { tenantId } = request.person;
  const { permission, laneOpen } = await inTenant(gateway.database, tenantId, async (tx) => ({
    permission: await permissionIn(tx, request),
    laneOpen: await isLaneOpen(tx, tenantId),
  }));
  assertDatesNear(prepareProposal(request.input).payload, gateway.clock.now());
  const unmarked = await bindVersion(request, laneOpen, gateway);
  const bound = {
    ...unmarked,
    marks: await findMarks({ tenantId, ...unmarked, laneOpen, asker: askerOf(request.person) }, gateway),
  };
  return versionOf(request, bound, permission, gateway.clock.now());
}

/** @throws AppError policy_denied 403. */
export async function permissionIn(
  tx: TenantTransaction,
  request: VersionRequest,
): Promise<ProposalPermission> {
  const policy = await activePolicyIn(tx, request.person.tenantId);
  return assertMayPropose(policy, agentOf(request), request.input);
}

/** The version as it would be stored, out of a reading that was made. */
export function versionOf(
  request: VersionRequest,
  bound: BoundProposal,
  permission: ProposalPermission,
  now: Date,
): Version {
  const { person, earlier, input } = request;
  const { action, agentName } = earlier;
  return {
    row: proposalRowOf(
      agentOf(request),
      {
        input,
        idempotencyKey: null,
        correlationId: action.correlationId,
        traceId: action.traceId,
        spanId: action.spanId,
      },
      bound,
      permission,
      { authorUserId: person.userId, ...request.origin },
      now,
    ),
    agentName,
    payload: bound.payload,
    live: bound.live,
    shownHash: shownHashOf(bound),
    drift: driftOf(earlier, bound),
    isWrittenAlready: isWrittenAlready(bound),
  };
}

function shownHashOf({ payload, live }: BoundProposal): string {
  const lines = live?.lines?.map((line) => line?.values ?? null) ?? null;
  return canonicalHash({ payload, values: live?.values ?? null, lines });
}

const askerOf = ({ userId }: Person) => `person ${userId}`;

function agentOf({ person, earlier: { action, agentName } }: VersionRequest): ProposingAgent {
  return {
    tenantId: person.tenantId,
    agentId: action.agentId,
    name: agentName,
    onBehalfOfUserId: action.onBehalfOfUserId,
  };
}

async function bindVersion(
  request: VersionRequest,
  laneOpen: boolean,
  gateway: Gateway,
): Promise<BoundProposal> {
  const { person, earlier, input, from } = request;
  const prepared = prepareProposal(input);
  const destination = destinationNameOf(prepared.payload);
  if (destination === "netsuite") await requireAccount(gateway, person.tenantId);
  if (isRoll(prepared.payload.action_type)) {
    const lines = writesOf(prepared.payload).map((line) =>
      asLine(from === "live" ? { ...line, changes: withoutFrom(line) } : line),
    );
    const roll = { ...prepared, payload: { ...prepared.payload, lines } };
    return {
      prepared,
      ...(await readAndBindRoll(
        roll,
        { tenantId: person.tenantId, laneOpen, asker: askerOf(person) },
        gateway,
      )),
    };
  }
  const read = destinationReaderOf(gateway, person.tenantId, destination);
  const isOpen = laneOpen || !goesByLane(destination);
  const live = isOpen
    ? await readPinned(prepared.payload, earlier.payload, (one) => read(one, askerOf(person)))
    : null;
  return bindToRead(request, live);
}

/** Binds the version to a read of its record, of every type but a roll. */
export function bindToRead({ input, from }: VersionRequest, live: RecordRead | null): BoundProposal {
  const prepared = prepareProposal(input);
  const payload =
    live && from === "live"
      ? { ...prepared.payload, changes: withoutFrom(prepared.payload) }
      : prepared.payload;
  const bound = bindToLiveValues({ ...prepared, payload }, live);
  return { prepared, live, payload: keepConditions(bound, prepared.payload, live) };
}

/** Where the earlier version named the value that it starts from, this one names the present value, in a new record too. */
function keepConditions(
  bound: ProposalPayload,
  earlier: ProposalPayload,
  live: RecordRead | null,
): ProposalPayload {
  const changes = bound.changes.map((change, index) =>
    live && change.from === undefined && earlier.changes[index]?.from !== undefined
      ? { ...change, from: live.values[change.field] ?? null }
      : change,
  );
  return { ...bound, changes };
}

/** The very record that the earlier version was about: names that lead elsewhere by now are refused. */
async function readPinned(payload: ProposalPayload, earlier: ProposalPayload, read: Destination["read"]) {
  const record = pinnedLike(payload, earlier);
  const outcome = await read(buildProposalRead(record ? { ...payload, record } : payload));
  if (outcome.class === "stale") {
    throw new AppError(
      "record_missing",
      outcome.reason === "target_changed"
        ? "The names in this proposal now lead to another record in NetSuite. It has to be proposed again."
        : "The record is gone from NetSuite: there is nothing left to write to.",
    );
  }
  return liveReadOf(outcome);
}

function withoutFrom(payload: ProposalPayload): ProposalPayload["changes"] {
  return payload.changes.map(({ field, to }) => ({ field, to }));
}

/** Within the caller's transaction, after the earlier version has ended, so that the day's totals count one of the two. */
export async function insertVersion(
  tx: TenantTransaction,
  version: Version,
  person: Person,
): Promise<ProposedActionRow> {
  return insertTieredProposal(tx, {
    row: version.row,
    agentName: version.agentName,
    actor: { kind: "person", label: person.name },
    expiresInSeconds: null,
  });
}

/** The earlier version in the form in which it could be proposed again. */
export function inputOf(action: ProposedActionRow, payload: ProposalPayload): ProposalInput {
  const { action_type, entity_type, entity_ref } = payload;
  return {
    action_type,
    entity_type,
    entity_ref,
    changes: payload.changes.map((change) => ({ ...change })),
    context: payload.context as ProposalInput["context"],
    ...(payload.lines ? { lines: payload.lines.map(lineInputOf) } : {}),
    reason: action.reason,
    evidence: action.evidenceJson as ProposalInput["evidence"],
    ...(action.conversationRef === null ? {} : { conversation_ref: action.conversationRef }),
    ...(action.model === null ? {} : { model: action.model }),
    ...(action.promptTemplateVersion === null
      ? {}
      : { prompt_template_version: action.promptTemplateVersion }),
  };
}

function lineInputOf({ record: _record, ...line }: RollLine) {
  return {
    ...line,
    changes: line.changes.map((change) => ({ ...change })),
    context: line.context as ProposalInput["context"],
  };
}

function driftOf(earlier: Amendable, { payload, live }: BoundProposal): Drift[] {
  return payload.changes.map((change) => ({
    field: change.field,
    proposed_from: textOf(earlier.payload.changes.find(({ field }) => field === change.field)?.from),
    now: live ? (live.values[change.field] ?? null) : textOf(change.from),
    to: textOf(change.to),
  }));
}

function isWrittenAlready({ prepared, payload, live }: BoundProposal): boolean {
  const { type, effect } = prepared.definition;
  if (!live || effect === "create") return false;
  if (isRoll(type))
    return writesOf(payload).every((line) => line.changes.every(({ from, to }) => from === to));
  return payload.changes.every(({ field, to }) =>
    sameFieldValue(fieldOf(type, field)?.kind ?? "text", live.values[field] ?? null, to),
  );
}

function textOf(value: string | number | null | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}
