import type { TenantTransaction } from "@/db/client";
import {
  type EqualBy,
  type KeyedProposal,
  findByIdempotencyKey,
  insertProposalKey,
  listEqualPending,
} from "@/db/queries/actions/proposals";
import { listOwnConflicts } from "@/db/queries/actions/waiting-values";
import type { ProposedActionRow } from "@/db/schema/actions";
import { LINE_ISSUES_MAX } from "@/lib/action-types/payload/lines";
import type { SetValue } from "@/lib/action-types/payload/set-values";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { actionUrl } from "@/lib/gateway/read/proposals/action-url";
import { preconditionKeyOf, startsAsNamed } from "./prepare-proposal";

/** Finds the earlier proposals of an agent that answer its next one, or conflict with it. */

/** The action behind the key. @throws AppError idempotency_conflict 409 if the key came with another request. */
export function assertSameRequest(keyed: KeyedProposal, requestHash: string): ProposedActionRow {
  if (keyed.requestHash === requestHash) return keyed.action;
  throw new AppError(
    "idempotency_conflict",
    "This Idempotency-Key was used with another body; use a new key for a new proposal.",
    { members: { id: keyed.action.id } },
  );
}

/**
 * An earlier proposal with less time left does not answer a new request, because a person could hardly decide it in time. This is half
 * of the shortest lifetime that an agent can ask for. A write that adds up, such as an adjustment, is the exception: both of two equal
 * ones could be written, so the earlier answers until it expires.
 */
const SECONDS_LEFT_MIN = 30;

/** The most waiting equal writes of one agent that are compared by the values that they start from. */
const STARTS_MAX = 50;

/** Looks for an equal request, or for an equal write that starts from the values that `named` gives. */
export type Sought = { requestHash: string } | { inputFingerprint: string; named: ProposalPayload };

/** The newest waiting proposal that asks for the same and starts from the same values. Null: there is none. */
export async function findEqualPending(
  tx: TenantTransaction,
  agent: AgentPrincipal,
  sought: Sought,
  now: Date,
): Promise<ProposedActionRow | null> {
  const soon = now.getTime() + SECONDS_LEFT_MIN * 1_000;
  const list = (equal: EqualBy, limit: number) =>
    listEqualPending(tx, agent.tenantId, agent, equal, { aliveAt: now, limit });
  const rows =
    "requestHash" in sought
      ? await list(sought, 1)
      : await list({ inputFingerprint: sought.inputFingerprint }, STARTS_MAX);
  const isAnswer = ({ payloadJson, expiresAt }: ProposedActionRow): boolean => {
    const stored = payloadJson as ProposalPayload;
    if (expiresAt.getTime() <= soon && preconditionKeyOf(stored) !== null) return false;
    return "requestHash" in sought || startsAsNamed(stored, sought.named);
  };
  return rows.find(isAnswer) ?? null;
}

/**
 * The earlier proposal that answers this request: the one behind its key, or an equal one that waits, to which the key is then bound.
 * Null: there is none. Call it under `lockAgentLoad`, so that of two simultaneous requests the second finds the first one's row.
 * @throws AppError idempotency_conflict 409.
 */
export async function findEarlier(
  tx: TenantTransaction,
  agent: AgentPrincipal,
  {
    idempotencyKey,
    requestHash,
    standsAlone,
  }: { idempotencyKey: string | null; requestHash: string; standsAlone: boolean },
  sought: Sought,
  now: Date,
): Promise<ProposedActionRow | null> {
  const { tenantId, agentId } = agent;
  const keyed = idempotencyKey && (await findByIdempotencyKey(tx, tenantId, agentId, idempotencyKey));
  if (keyed) return assertSameRequest(keyed, requestHash);
  if (standsAlone) return null;
  const waiting = await findEqualPending(tx, agent, sought, now);
  if (waiting && idempotencyKey)
    await insertProposalKey(tx, { tenantId, agentId, idempotencyKey, requestHash, actionId: waiting.id });
  return waiting;
}

/**
 * Refuses a write that adds up, such as an adjustment, while an equal one of the agent waits that starts from another value: both could
 * be written although the agent means one. Updates need no such check, because at most one of two can be written.
 * @throws AppError conflicting_proposal 409 naming the newest.
 */
export async function assertNoEqualWithOtherStart(
  tx: TenantTransaction,
  agent: AgentPrincipal,
  { inputFingerprint, named }: { inputFingerprint: string; named: ProposalPayload },
  now: Date,
): Promise<void> {
  if (preconditionKeyOf(named) !== null) return;
  const equal = { inputFingerprint };
  const rows = await listEqualPending(tx, agent.tenantId, agent, equal, { aliveAt: now, limit: STARTS_MAX });
  const waiting = rows.find(({ payloadJson }) => !startsAsNamed(payloadJson as ProposalPayload, named));
  if (!waiting) return;
  throw new AppError(
    "conflicting_proposal",
    `Your proposal #${waiting.id} waits to change the same by as much, from another value. Withdraw it first, or wait for its decision.`,
    {
      issues: [
        {
          path: "changes[0].from",
          message: `is not what your proposal #${waiting.id} starts from; leave it out to be answered with that one`,
        },
      ],
      members: { id: waiting.id, url: actionUrl(waiting.id) },
    },
  );
}

/**
 * Refuses a proposal that would set a place (one field of one record) to another value than a waiting proposal of the same agent for
 * the same person: people would decide two contradictory proposals of which at most one can be written.
 * @throws AppError conflicting_proposal 409 naming the first of them.
 */
export async function assertNoOwnConflict(
  tx: TenantTransaction,
  agent: AgentPrincipal,
  values: readonly SetValue[],
): Promise<void> {
  const conflicts = await listOwnConflicts(tx, agent.tenantId, agent, values, LINE_ISSUES_MAX);
  const [first] = conflicts;
  if (!first) return;
  const others = new Set(conflicts.map(({ actionId }) => actionId)).size - 1;
  const more = others === 0 ? "" : ` (and ${others} more)`;
  throw new AppError(
    "conflicting_proposal",
    `Your proposal #${first.actionId}${more} waits with another value for the same record and field. Withdraw it first, or wait for its decision.`,
    {
      issues: conflicts.map(({ actionId, at, value }) => ({
        path: values[at]!.path,
        message: `waits as ${value === "" ? "an empty value" : value} in your proposal #${actionId}; withdraw it before you propose another value`,
      })),
      members: { id: first.actionId, url: actionUrl(first.actionId) },
    },
  );
}
