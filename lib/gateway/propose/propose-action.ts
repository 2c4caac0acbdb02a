/** This room takes proposals in: validate, ask the policy, read the live record, insert. */

import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type NewProposal,
  findByIdempotencyKey,
  limitLockWaits,
  lockAgentLoad,
} from "@/db/queries/actions/proposals";
import { isLaneOpen } from "@/db/queries/pushes/lanes";
import type { ProposedActionRow } from "@/db/schema/actions";
import type { ProposalInput, ProposalView } from "@/lib/contract/actions/proposal";
import { AppError } from "@/lib/core/errors";
import { type SetValue, setValuesOf } from "@/lib/action-types/payload/set-values";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { aboutAction } from "@/lib/correlation";
import { log } from "@/lib/log";
import { currentTrace, traced } from "@/lib/tracing/traced";
import { activePolicyIn } from "@/lib/policy/active-policy";
import { afterCommit } from "@/lib/gateway/after-commit";
import { countingHeldBack } from "@/lib/gateway/controls/quotas/held-back";
import {
  answerWithQuota,
  chargeWrongFrom,
  hasSpentQuota,
  takeProposalQuota,
} from "@/lib/gateway/controls/quotas/quotas";
import { applyStandingAuthorisation } from "@/lib/gateway/decide/auto-apply";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import {
  assertNoEqualWithOtherStart,
  assertNoOwnConflict,
  assertSameRequest,
  findEarlier,
  findEqualPending,
} from "./earlier-proposal";
import { type ProposalInsertion, insertTieredProposal } from "./insert-proposal";
import { assertPendingRoom } from "./pending-quotas";
import {
  FIRST_VERSION,
  type BoundProposal,
  type ProposalRequest,
  type ProposalPermission,
  assertMayPropose,
  proposalRowOf,
  readAndBind,
} from "./proposal-intake";
import { proposalViewOf } from "@/lib/gateway/read/proposals/proposal-view";
import { withQueue } from "@/lib/gateway/read/proposals/queue";

export interface ProposeResult {
  /** False: an earlier proposal answers, found by the idempotency key or as an equal one that waits. */
  created: boolean;
  proposal: ProposalView;
}

/**
 * Accepts a proposed write: validates it, asks the policy, reads the live record (before any transaction), then stores the immutable
 * payload with its event and outbox row while the database sets the tier. Each agent's proposals take turns in memory, so that a
 * burst of rolls holds neither connections nor the processor while it waits.
 *
 * @throws AppError unknown_action_type, validation_failed, from_mismatch, record_missing, record_refused 422;
 *   policy_denied, agent_paused 403; idempotency_conflict, conflicting_proposal 409; rate_limited, too_many_pending,
 *   approvers_behind 429; reads_busy 503; a retryable database error if another process holds this agent's lock, or the lock
 *   on a total, for longer than five seconds. Nothing was written then.
 */
export async function proposeAction(
  agent: AgentPrincipal,
  command: ProposalRequest,
  gateway: Gateway = getGateway(),
): Promise<ProposeResult> {
  const { tenantId, agentId } = agent;
  const attributes = { "countersign.tenant.id": tenantId, "countersign.agent.id": agentId };
  return aboutAction(command, () =>
    traced("propose", { kind: "server", attributes }, async (describe) => {
      const request = { ...command, ...currentTrace() };
      const { action_type: lastActionType, entity_ref: lastEntityRef } = command.input;
      const about = { lastActionType, lastEntityRef };
      const answer = () =>
        countingHeldBack(agent, about, gateway, () =>
          gateway.agentTurns.take(
            agent,
            () => takeIn(agent, request, gateway),
            () => hasSpentQuota(agent, gateway),
          ),
        );
      const result = command.admitted
        ? await answer()
        : await answerWithQuota(await takeProposalQuota(agent, command, gateway), answer);
      describe(attributesOfProposal(command.input.action_type, result));
      return { ...result, proposal: await withQueue(tenantId, result.proposal, gateway) };
    }),
  );
}

const attributesOfProposal = (actionType: string, { created, proposal }: ProposeResult) => ({
  "countersign.action.id": proposal.id,
  "countersign.action.type": actionType,
  "countersign.action.tier": proposal.risk_level,
  "countersign.created": created,
});

async function takeIn(
  agent: AgentPrincipal,
  command: ProposalRequest,
  gateway: Gateway,
): Promise<ProposeResult> {
  const { input } = command;
  const admitted = await admit(agent, command, gateway);
  if (admitted.existing)
    return { created: false, proposal: await proposalViewOf(admitted.existing, gateway) };

  const bound = await readAndBindAs(agent, input, admitted.laneOpen, gateway);
  const row = proposalRowOf(agent, command, bound, admitted.permission, FIRST_VERSION, gateway.clock.now());

  const options = {
    expiresInSeconds: input.expires_in_seconds ?? null,
    approvalsMin: command.approvalsMin ?? 1,
    assertWanted: command.assertWanted,
    standsAlone: command.standsAlone ?? false,
    values: setValuesOf(bound.payload),
    named: bound.prepared.payload,
  };
  const stored = await store(agent, row, options, gateway);
  if (!stored.created) return { created: false, proposal: await proposalViewOf(stored.action, gateway) };
  const { id: actionId, riskLevel, actionType } = stored.action;
  log.info({ tenantId: agent.tenantId, actionId, actionType, riskLevel }, "A write was proposed");
  afterCommit(gateway, agent.tenantId);
  const action = await applyStandingAuthorisation(stored.action, agent.name, gateway);
  return { created: true, proposal: await proposalViewOf(action, gateway) };
}

/** Reads the record for the agent. A refusal that reveals a live value costs extra tries. */
async function readAndBindAs(
  agent: AgentPrincipal,
  input: ProposalInput,
  laneOpen: boolean,
  gateway: Gateway,
): Promise<BoundProposal> {
  try {
    return await readAndBind(agent.tenantId, input, laneOpen, `agent ${agent.agentId}`, gateway);
  } catch (error) {
    if (error instanceof AppError && error.code === "from_mismatch") await chargeWrongFrom(agent, gateway);
    throw error;
  }
}

type Admission =
  { existing: ProposedActionRow } | { existing: null; laneOpen: boolean; permission: ProposalPermission };

/** The checks before any request to NetSuite: an earlier equal proposal, the policy, the agent's limits and the lane. */
async function admit(agent: AgentPrincipal, command: ProposalRequest, gateway: Gateway): Promise<Admission> {
  const { input, idempotencyKey, standsAlone = false } = command;
  const { tenantId, agentId } = agent;
  const requestHash = canonicalHash(input);
  return inTenant(gateway.database, tenantId, async (tx) => {
    const engine = await activePolicyIn(tx, tenantId);
    const keyed = idempotencyKey && (await findByIdempotencyKey(tx, tenantId, agentId, idempotencyKey));
    if (keyed) return { existing: assertSameRequest(keyed, requestHash) };
    // A client repeats a call whose answer it lost; that needs no second read of NetSuite.
    const now = gateway.clock.now();
    if (!standsAlone && (await findEqualPending(tx, agent, { requestHash }, now))) {
      await lockLoad(tx, agent);
      const existing = await findEarlier(
        tx,
        agent,
        { idempotencyKey, requestHash, standsAlone },
        { requestHash },
        now,
      );
      if (existing) return { existing };
    }
    const permission = assertMayPropose(engine, agent, input);
    await assertPendingRoom(tx, agent, null, gateway);
    return { existing: null, laneOpen: await isLaneOpen(tx, tenantId), permission };
  });
}

/**
 * The longest wait for a lock that another process, or another agent on the same day's totals, holds. Shorter than the eight seconds
 * after which a frozen holder is cut off; with two seconds, ten agents on one item were refused on a busy machine.
 */
const lockWaitMsMax = 5_000;

async function lockLoad(tx: TenantTransaction, { tenantId, agentId }: AgentPrincipal): Promise<void> {
  await limitLockWaits(tx, lockWaitMsMax);
  await lockAgentLoad(tx, tenantId, agentId);
}

async function store(
  agent: AgentPrincipal,
  row: NewProposal,
  {
    assertWanted,
    standsAlone,
    values,
    named,
    ...options
  }: Pick<ProposalInsertion, "expiresInSeconds" | "approvalsMin"> & {
    assertWanted: ProposalRequest["assertWanted"] | undefined;
    standsAlone: boolean;
    values: readonly SetValue[];
    /** The payload as the agent sent it, before it was bound to the record. */
    named: ProposalPayload;
  },
  gateway: Gateway,
): Promise<{ created: boolean; action: ProposedActionRow }> {
  return inTenant(gateway.database, agent.tenantId, async (tx) => {
    await lockLoad(tx, agent);
    const { inputFingerprint, requestHash, idempotencyKey = null } = row;
    const now = gateway.clock.now();
    const sought = { inputFingerprint, named };
    const request = { idempotencyKey, requestHash, standsAlone };
    const earlier = await findEarlier(tx, agent, request, sought, now);
    if (earlier) return { created: false, action: earlier };
    if (!standsAlone) {
      await assertNoEqualWithOtherStart(tx, agent, sought, now);
      await assertNoOwnConflict(tx, agent, values);
    }
    const action = await insertTieredProposal(tx, {
      row,
      agentName: agent.name,
      actor: { kind: "agent", label: agent.name },
      ...options,
    });
    // A run says for itself why it proposes no more.
    await assertWanted?.(tx);
    await assertPendingRoom(tx, agent, action, gateway);
    return { created: true, action };
  });
}
