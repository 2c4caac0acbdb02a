import type { TenantTransaction } from "@/db/client";
import type { NewProposal } from "@/db/queries/actions/proposals";
import { goesByLane } from "@/lib/core/push/push";
import type { ProposalInput } from "@/lib/contract/actions/proposal";
import { deniedWords } from "@/lib/core/access/policy";
import { AppError } from "@/lib/core/errors";
import { findPayloadIssues } from "@/lib/action-types/payload/check-payload";
import { isRoll } from "@/lib/action-types/payload/lines";
import { actionTypeOf } from "@/lib/action-types/registry";
import type { LiveRead } from "@/lib/action-types/shared/definition";
import { effectsOf } from "@/lib/action-types/payload/effects";
import { inBaseCurrency, weighedCurrencyOf } from "@/lib/action-types/shared/currency";
import type { Mark } from "@/lib/core/action/marks";
import type { Trace } from "@/lib/correlation";
import { type ProposalPayload, changedFieldsOf } from "@/lib/core/payload/payload";
import { buildProposalRead } from "@/lib/destinations/requests";
import { canonicalHash, canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { askPropose } from "@/lib/policy/active-policy";
import type { PolicyEngine } from "@/lib/policy/engine";
import { readAndBindRoll } from "./bind-roll";
import type { Gateway } from "@/lib/gateway/context";
import { assertDatesNear } from "./dates-near";
import { findMarks } from "./find-marks";
import { claimedTierOf, onlyRecordOf, weightPartsOf } from "./weight-parts";
import { destinationNameOf } from "@/lib/destinations/destination";
import { destinationReaderOf, requireAccount } from "@/lib/gateway/netsuite-accounts";
import { factsJsonOf, rollFactsOf } from "@/lib/gateway/read/actions/live-facts";
import {
  type PreparedProposal,
  bindToLiveValues,
  fingerprintOf,
  liveReadOf,
  preconditionKeyOf,
  prepareProposal,
} from "./prepare-proposal";

/**
 * Prepares a proposed write for storage. Agents' proposals and the versions that people write (edits, re-proposals, undos) share these
 * steps; all of them run before the transaction that stores the row.
 */

/** The agent of the first version. Versions that a person wrote keep its name. */
export interface ProposingAgent {
  tenantId: number;
  agentId: number;
  name: string;
  onBehalfOfUserId: number | null;
}

/** The origin of a version. All null: the agent's own first version. */
export interface ProposalOrigin {
  supersedesId: number | null;
  undoOfId: number | null;
  authorUserId: number | null;
}

export const FIRST_VERSION: ProposalOrigin = { supersedesId: null, undoOfId: null, authorUserId: null };

/** The policy version that permitted the proposal, and the name of the statement that did. */
export interface ProposalPermission {
  engine: PolicyEngine;
  rule: string;
}

/**
 * Asks the policy whether the agent may propose this.
 * @throws AppError policy_denied 403; unknown_action_type, validation_failed 422 where no rule knows the type.
 */
export function assertMayPropose(
  engine: PolicyEngine,
  agent: ProposingAgent,
  input: ProposalInput,
): ProposalPermission {
  const answer = askPropose(engine, {
    tenantId: agent.tenantId,
    agentName: agent.name,
    actionType: input.action_type,
    entityType: input.entity_type,
    entityRef: input.entity_ref,
    fields: fieldsAskedFor(input),
  });
  if (answer.effect === "deny") {
    // An unknown type is the caller's mistake, with an answer of its own.
    if (answer.rule === "default-deny") prepareProposal(input);
    throw new AppError("policy_denied", deniedWords(answer, "does not let this be proposed"), {
      members: { policy: { version: answer.version, hash: answer.hash, rule: answer.rule } },
    });
  }
  return { engine, rule: answer.rule };
}

/** The changed fields under NetSuite's names, which a type may also accept under others. */
function fieldsAskedFor(input: ProposalInput): string[] {
  const definition = actionTypeOf(input.action_type);
  if (!definition || findPayloadIssues(input).length > 0) return changedFieldsOf(input);
  return changedFieldsOf(prepareProposal(input).payload);
}

/** A proposal in its stored form, bound to the values of the live record. */
export interface BoundProposal {
  prepared: PreparedProposal;
  payload: ProposalPayload;
  /** Null: NetSuite could not be asked. */
  live: LiveRead | null;
  /** Warnings such as a new recipient or new bank details. Absent: none. */
  marks?: readonly Mark[];
}

/**
 * Validates the input, reads the live record and binds the proposal to its values. `asker` names the person or agent that the read
 * is for, because askers take turns. Never call it inside a transaction: it uses the network.
 * @throws AppError unknown_action_type, validation_failed, from_mismatch, record_missing, record_refused 422;
 *   no_netsuite_account 409; reads_busy 503 if our own share of NetSuite's capacity is in use.
 */
export async function readAndBind(
  tenantId: number,
  input: ProposalInput,
  laneOpen: boolean,
  asker: string,
  gateway: Gateway,
): Promise<BoundProposal> {
  const prepared = prepareProposal(input);
  assertDatesNear(prepared.payload, gateway.clock.now());
  const bound = await bindToRecord(tenantId, prepared, laneOpen, asker, gateway);
  return { ...bound, marks: await findMarks({ tenantId, ...bound, laneOpen, asker }, gateway) };
}

async function bindToRecord(
  tenantId: number,
  prepared: PreparedProposal,
  laneOpen: boolean,
  asker: string,
  gateway: Gateway,
): Promise<BoundProposal> {
  if (isRoll(prepared.payload.action_type)) {
    await requireAccount(gateway, tenantId);
    return { prepared, ...(await readAndBindRoll(prepared, { tenantId, laneOpen, asker }, gateway)) };
  }
  const destination = destinationNameOf(prepared.payload);
  const isOpen = laneOpen || !goesByLane(destination);
  if (destination === "netsuite") await requireAccount(gateway, tenantId);
  const read = destinationReaderOf(gateway, tenantId, destination);
  const live = isOpen ? liveReadOf(await read(buildProposalRead(prepared.payload), asker)) : null;
  return { prepared, payload: bindToLiveValues(prepared, live), live };
}

/** A proposal as an agent sends it. The same idempotency key and input answer with the same row. */
export interface ProposalRequest extends Trace {
  input: ProposalInput;
  idempotencyKey: string | null;
  correlationId: string;
  /** True: never answered with an equal proposal that waits, because a step of a run needs an action of its own. */
  standsAlone?: boolean;
  /** True: the operation frame has already charged this try to the quota. */
  admitted?: boolean;
  /** The least number of approvers; the policy may ask for more. */
  approvalsMin?: number;
  /** Runs last in the storing transaction; if it throws, nothing is proposed. */
  assertWanted?: (tx: TenantTransaction) => Promise<void>;
}

/** The row as it is inserted; the database sets its tier. */
export function proposalRowOf(
  agent: ProposingAgent,
  request: ProposalRequest,
  { prepared, payload, live, marks = [] }: BoundProposal,
  permission: ProposalPermission,
  origin: ProposalOrigin,
  now: Date,
): NewProposal {
  const { input } = request;
  const weighed = live ? inBaseCurrency(prepared.definition.weigh(payload, live), live.facts) : null;
  const payloadText = canonicalText(payload);
  const facts = live ? factsJsonOf(live, weighed) : {};
  return {
    tenantId: agent.tenantId,
    actionType: payload.action_type,
    entityType: payload.entity_type,
    entityRef: payload.entity_ref,
    payloadJson: payload,
    payloadText,
    payloadHash: sha256Hex(payloadText),
    inputFingerprint: fingerprintOf(agent.tenantId, payload),
    preconditionKey: preconditionKeyOf(payload),
    factsJson: { ...facts, ...rollFactsOf(prepared.definition, payload, facts) },
    // Figures that could not all be read weigh as unread: the trigger lifts the tier.
    factsReadAt: weighed?.complete ? now : null,
    movementPercent: weighed?.movementPercent ?? null,
    impactCents: weighed?.impactCents ?? null,
    impactCurrency: (live && weighedCurrencyOf(live.facts)) ?? "USD",
    customerRef: weighed?.customerRef ?? null,
    sku: weighed?.sku ?? null,
    recordRef: onlyRecordOf(payload),
    locationRef: weighed?.locationRef ?? null,
    effects: effectsOf(payload),
    marks: [...marks],
    weightParts: weightPartsOf(payload, weighed),
    claimedRiskLevel: claimedTierOf(input.risk_level),
    agentId: agent.agentId,
    onBehalfOfUserId: agent.onBehalfOfUserId,
    reason: input.reason,
    evidenceJson: input.evidence,
    conversationRef: input.conversation_ref ?? null,
    model: input.model ?? null,
    promptTemplateVersion: input.prompt_template_version ?? null,
    correlationId: request.correlationId,
    traceId: request.traceId,
    spanId: request.spanId ?? null,
    idempotencyKey: request.idempotencyKey,
    requestHash: canonicalHash(input),
    policyVersion: permission.engine.version,
    policyHash: permission.engine.hash,
    policyRule: permission.rule,
    ...origin,
  };
}
