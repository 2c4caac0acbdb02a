import { inTenant } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger";
import { enqueueOutbox } from "@/db/queries/outbox";
import {
  type NewProposal,
  fillTierConsequences,
  findByIdempotencyKey,
  insertProposal,
  lockAgentLoad,
  measureAgentLoad,
} from "@/db/queries/proposals";
import { readLane } from "@/db/queries/lanes";
import { countApprovers } from "@/db/queries/people";
import type { ProposedActionRow } from "@/db/schema/actions";
import { PROPOSAL_LIMITS, type ProposalInput, type ProposalView } from "@/lib/contract/proposal";
import type { LiveRead } from "@/lib/core/action-types";
import { AppError } from "@/lib/core/errors";
import type { ProposalPayload } from "@/lib/core/field-map";
import { canonicalText, payloadHash, sha256Hex } from "@/lib/core/payload-hash";
import type { AgentPrincipal } from "@/lib/core/principal";
import { recordRefOf } from "@/lib/core/record-key";
import { tierMeaning } from "@/lib/core/risk-tier";
import { activePolicyIn, askAfterTier, askPropose } from "@/lib/policy/active-policy";
import type { PolicyEngine } from "@/lib/policy/engine";
import { afterCommit } from "./after-commit";
import { applyStandingAuthorisation } from "./auto-apply";
import { type Gateway, getGateway } from "./context";
import {
  type PreparedProposal,
  bindToLiveValues,
  fingerprintOf,
  liveReadOf,
  preconditionKeyOf,
  prepareProposal,
  readRequestOf,
} from "./prepare-proposal";
import { proposalViewOf } from "./proposal-view";

export interface ProposeCommand {
  input: ProposalInput;
  /** The agent's own key for this request; the same key and body answer with the same row. */
  idempotencyKey: string | null;
  correlationId: string;
  traceId: string | null;
}

export interface ProposeResult {
  /** False: the idempotency key had made this row before. */
  created: boolean;
  proposal: ProposalView;
}

/**
 * Takes a proposed write in: validates, asks the policy, reads the live record (before any transaction), stores the
 * payload for good, lets the database set the tier, and writes event and outbox with it.
 *
 * @throws AppError unknown_action_type, validation_failed, from_mismatch, record_missing, record_refused 422;
 *   policy_denied 403; idempotency_conflict 409; rate_limited, too_many_pending 429.
 */
export async function proposeAction(
  agent: AgentPrincipal,
  command: ProposeCommand,
  gateway: Gateway = getGateway(),
): Promise<ProposeResult> {
  const { input, idempotencyKey } = command;
  const requestHash = payloadHash(input);
  const admitted = await admit(agent, input, idempotencyKey, requestHash, gateway);
  if (admitted.existing)
    return { created: false, proposal: await proposalViewOf(admitted.existing, gateway) };

  const prepared = prepareProposal(input);
  const live = admitted.laneOpen
    ? liveReadOf(await gateway.netsuite.read(readRequestOf(prepared.payload)))
    : null;
  const payload = bindToLiveValues(prepared, live);
  const row = rowOf(agent, command, requestHash, prepared, payload, live, admitted.policy, gateway);

  const stored = await store(agent, row, input.expires_in_seconds ?? null, gateway);
  if (!stored.created) return { created: false, proposal: await proposalViewOf(stored.action, gateway) };
  afterCommit(gateway, agent.tenantId);
  const action = await applyStandingAuthorisation(stored.action, agent.name, gateway);
  return { created: true, proposal: await proposalViewOf(action, gateway) };
}

interface Admission {
  existing: ProposedActionRow | null;
  laneOpen: boolean;
  policy: { engine: PolicyEngine; rule: string };
}

/** What is settled before NetSuite is asked anything: a repeat, the policy's answer, the agent's limits, the lane. */
async function admit(
  agent: AgentPrincipal,
  input: ProposalInput,
  idempotencyKey: string | null,
  requestHash: string,
  gateway: Gateway,
): Promise<Admission> {
  return inTenant(gateway.database, agent.tenantId, async (tx) => {
    const engine = await activePolicyIn(tx, agent.tenantId);
    const existing =
      idempotencyKey && (await findByIdempotencyKey(tx, agent.tenantId, agent.agentId, idempotencyKey));
    if (existing) {
      assertSameRequest(existing, requestHash);
      return { existing, laneOpen: false, policy: { engine, rule: existing.policyRule } };
    }
    const answer = askPropose(engine, {
      tenantId: agent.tenantId,
      agentName: agent.name,
      actionType: input.action_type,
      entityType: input.entity_type,
    });
    if (answer.effect === "deny") {
      // A type nobody knows is the caller's mistake and is said to be one; a known or forbidden class is refused.
      if (answer.rule === "default-deny") prepareProposal(input);
      throw new AppError(
        "policy_denied",
        `Rule ${answer.rule} of policy v${answer.version} does not let this be proposed.`,
        {
          members: { policy: { version: answer.version, hash: answer.hash, rule: answer.rule } },
        },
      );
    }
    assertWithinLimits(agent, await measureAgentLoad(tx, agent.tenantId, agent.agentId));
    const lane = await readLane(tx, agent.tenantId);
    return { existing: null, laneOpen: lane.state === "open", policy: { engine, rule: answer.rule } };
  });
}

function assertSameRequest(existing: ProposedActionRow, requestHash: string): void {
  if (existing.requestHash === requestHash) return;
  throw new AppError(
    "idempotency_conflict",
    "This Idempotency-Key was used with another body; use a new key for a new proposal.",
    {
      members: { id: existing.id },
    },
  );
}

function assertWithinLimits(
  agent: AgentPrincipal,
  load: { lastMinute: number; pending: number; retryAfterSeconds: number },
): void {
  if (load.lastMinute >= agent.proposalsPerMinuteMax) {
    throw new AppError(
      "rate_limited",
      `This agent may propose ${agent.proposalsPerMinuteMax} times a minute.`,
      {
        retryAfterSeconds: load.retryAfterSeconds,
      },
    );
  }
  if (load.pending >= agent.pendingMax) {
    throw new AppError(
      "too_many_pending",
      `${load.pending} proposals of this agent still wait for a decision; let people catch up.`,
      {
        retryAfterSeconds: 60,
      },
    );
  }
}

function rowOf(
  agent: AgentPrincipal,
  command: ProposeCommand,
  requestHash: string,
  prepared: PreparedProposal,
  payload: ProposalPayload,
  live: LiveRead | null,
  policy: Admission["policy"],
  gateway: Gateway,
): NewProposal {
  const { input } = command;
  const weighed = live ? prepared.definition.weigh(payload, live) : null;
  const payloadText = canonicalText(payload);
  const now = gateway.clock.now();
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
    factsJson: live
      ? {
          ...live.facts,
          record_name: live.recordName,
          values: live.values,
          impact_basis: weighed?.basis ?? null,
        }
      : {},
    // Figures that could not all be read weigh as unread: the trigger lifts the tier.
    factsReadAt: weighed?.complete ? now : null,
    movementPercent: weighed?.movementPercent ?? null,
    impactCents: weighed?.impactCents ?? null,
    impactCurrency: live?.facts.currency ?? "USD",
    customerRef: weighed?.customerRef ?? null,
    sku: weighed?.sku ?? null,
    recordRef: recordRefOf(payload),
    agentId: agent.agentId,
    onBehalfOfUserId: agent.onBehalfOfUserId,
    reason: input.reason,
    evidenceJson: input.evidence,
    conversationRef: input.conversation_ref ?? null,
    model: input.model ?? null,
    promptTemplateVersion: input.prompt_template_version ?? null,
    correlationId: command.correlationId,
    traceId: command.traceId,
    idempotencyKey: command.idempotencyKey,
    requestHash,
    policyVersion: policy.engine.version,
    policyHash: policy.engine.hash,
    policyRule: policy.rule,
    // The furthest there is; what was asked for, or the tier's default, follows within the same transaction.
    expiresAt: new Date(now.getTime() + (PROPOSAL_LIMITS.expiresInSecondsMax + 60) * 1000),
  };
}

async function store(
  agent: AgentPrincipal,
  row: NewProposal,
  expiresInSeconds: number | null,
  gateway: Gateway,
): Promise<{ created: boolean; action: ProposedActionRow }> {
  return inTenant(gateway.database, agent.tenantId, async (tx) => {
    await lockAgentLoad(tx, agent.tenantId, agent.agentId);
    const twin =
      row.idempotencyKey &&
      (await findByIdempotencyKey(tx, agent.tenantId, agent.agentId, row.idempotencyKey));
    if (twin) {
      assertSameRequest(twin, row.requestHash);
      return { created: false, action: twin };
    }
    assertWithinLimits(agent, await measureAgentLoad(tx, agent.tenantId, agent.agentId));
    const inserted = await insertProposal(tx, row);
    const engine = await activePolicyIn(tx, agent.tenantId);
    const needs = askAfterTier(engine, {
      tenantId: agent.tenantId,
      actionType: inserted.actionType,
      riskLevel: inserted.riskLevel,
      impactCents: inserted.impactCents,
      onBehalfOfUserId: inserted.onBehalfOfUserId,
      agentName: agent.name,
      approverCount: await countApprovers(tx, agent.tenantId),
    });
    const action = await fillTierConsequences(tx, agent.tenantId, inserted.id, {
      requiredApprovals: needs.requiredApprovals,
      requiresStepUp: needs.requiresStepUp,
      policyRule: needs.rule,
      expiresInSeconds: expiresInSeconds ?? tierMeaning(inserted.riskLevel).expiresInSecondsDefault,
    });
    await appendEvent(tx, {
      tenantId: agent.tenantId,
      actionId: action.id,
      type: "hitl.proposed",
      actorKind: "agent",
      actorLabel: agent.name,
      details: {
        payload_hash: action.payloadHash,
        action_type: action.actionType,
        risk_level: action.riskLevel,
        risk_rule: action.riskRule,
        weighed: action.riskWeighed,
        policy: {
          version: engine.version,
          hash: engine.hash,
          rule: row.policyRule,
          approvals_rule: needs.rule,
        },
        required_approvals: action.requiredApprovals,
        correlation_id: action.correlationId,
        expires_at: action.expiresAt.toISOString(),
      },
    });
    await enqueueOutbox(tx, {
      tenantId: agent.tenantId,
      name: "hitl.proposed",
      eventId: `action-${action.id}-proposed`,
      body: { tenant_id: agent.tenantId, action_id: action.id },
    });
    return { created: true, action };
  });
}
