import type { TenantTransaction } from "@/db/client";
import {
  type KeyedProposal,
  findByIdempotencyKey,
  findEqualPending,
  insertProposalKey,
} from "@/db/queries/actions/proposals";
import { listOwnConflicts } from "@/db/queries/actions/waiting-values";
import type { ProposedActionRow } from "@/db/schema/actions";
import { LINE_ISSUES_MAX } from "@/lib/action-types/payload/lines";
import type { SetValue } from "@/lib/action-types/payload/set-values";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { actionUrl } from "@/lib/gateway/read/proposals/action-url";

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
  equal: Parameters<typeof findEqualPending>[3],
): Promise<ProposedActionRow | null> {
  const { tenantId, agentId } = agent;
  const keyed = idempotencyKey && (await findByIdempotencyKey(tx, tenantId, agentId, idempotencyKey));
  if (keyed) return assertSameRequest(keyed, requestHash);
  if (standsAlone) return null;
  const waiting = await findEqualPending(tx, tenantId, agent, equal);
  if (waiting && idempotencyKey)
    await insertProposalKey(tx, { tenantId, agentId, idempotencyKey, requestHash, actionId: waiting.id });
  return waiting;
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
