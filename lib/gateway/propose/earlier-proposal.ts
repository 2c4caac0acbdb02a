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

/** An agent's earlier proposals, and what follows from them for its next one. */

/** @throws AppError idempotency_conflict 409 where the key came with another request. */
export function assertSameRequest(keyed: KeyedProposal, requestHash: string): ProposedActionRow {
  if (keyed.requestHash === requestHash) return keyed.action;
  throw new AppError(
    "idempotency_conflict",
    "This Idempotency-Key was used with another body; use a new key for a new proposal.",
    { members: { id: keyed.action.id } },
  );
}

/**
 * A proposal that ends sooner is answered to nobody: a person could hardly decide it. Half of the shortest time that an agent can ask
 * for. One that adds up, such as an adjustment, is answered to its end: of two that wait beside each other both could be written.
 */
const SECONDS_LEFT_MIN = 30;

/** Equal writes of one agent that wait and start from different values; more are not looked at. */
const STARTS_MAX = 50;

/** The request, or the write with the values that the agent says it starts from. */
export type Sought = { requestHash: string } | { inputFingerprint: string; named: ProposalPayload };

/** The newest proposal that waits and asks for the same from the values that this one names. Null: none does. */
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
 * The earlier proposal that answers this request: the one behind its key, or an equal one that waits, which the key then
 * stands for ever after. Null: there is none. Only under `lockAgentLoad`, so that one of two requests at once finds the other's row.
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
 * Of a write that adds up, such as an adjustment, no equal one waits that starts elsewhere: both could be written, where the agent
 * means one. Of two updates one can be written at most.
 * @throws AppError conflicting_proposal 409 naming the newest.
 */
export async function assertNoOtherStart(
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
 * The same agent, for the same person, has no other value for one of these places among its own waiting proposals: people
 * would decide two wishes of one asker, of which at most one can be written.
 * @throws AppError conflicting_proposal 409 naming the first of them.
 */
export async function assertNoOtherValue(
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
