import type { TenantTransaction } from "@/db/client";
import { selectAll, selectFirst } from "@/db/queries/rows";
import type { AfterId } from "./steps";

/** Proposals of runs: the run that proposed an action, and what nobody waits for any more. */

/**
 * Proposals that people have not decided about, of steps that were cancelled or failed, and that no re-run waits for. A step is known by its
 * key and its workflow's agent: its note of a proposal may name anybody's, and whoever proposed may have been gone before it was written.
 * A proposal that waits again because a decision was taken back has no key: its step is that of the version before it. It goes
 * with a step that was cancelled alone: where the step failed by the rejection, its person has taken that back.
 */
export const listOrphanProposals = (tx: TenantTransaction, tenantId: number, { afterId, limit }: AfterId) =>
  selectAll<{ id: number; agentId: number }>(tx)`
    SELECT a.id, a.agent_id FROM proposed_actions a
    JOIN agents g ON g.tenant_id = a.tenant_id AND g.id = a.agent_id AND g.revoked_at IS NULL
    JOIN workflows f ON f.tenant_id = a.tenant_id AND f.agent_id = a.agent_id
    WHERE a.tenant_id = ${tenantId} AND a.status = 'pending' AND a.id > ${afterId} AND (
        EXISTS (
          SELECT FROM steps s WHERE s.tenant_id = a.tenant_id AND s.idempotency_key = a.idempotency_key
            AND s.workflow_id = f.id AND s.status IN ('cancelled', 'failed_terminal'))
        OR a.idempotency_key IS NULL AND a.author_user_id IS NULL AND EXISTS (
          SELECT FROM steps s WHERE s.tenant_id = a.tenant_id AND s.id = step_that_proposed(a)
            AND s.status = 'cancelled'))
      AND NOT EXISTS (
        SELECT FROM steps w WHERE w.tenant_id = a.tenant_id AND w.proposed_action_id IN (a.id, a.supersedes_id)
          AND w.status NOT IN ('cancelled', 'failed_terminal'))
    ORDER BY a.id LIMIT ${limit}`;

/** How many had to approve an action that a workflow's agent proposed; its step may note it later. Null: none did. */
export const findApprovalsInRun = async (tx: TenantTransaction, tenantId: number, actionId: number) =>
  (
    await selectFirst<{ requiredApprovals: number }>(tx)`
      SELECT a.required_approvals FROM proposed_actions a
      WHERE a.tenant_id = ${tenantId} AND a.id = ${actionId} AND EXISTS (
        SELECT FROM workflows f WHERE f.tenant_id = a.tenant_id AND f.agent_id = a.agent_id)`
  )?.requiredApprovals ?? null;

/** The run that an action, or the first version of it, was proposed in. Null: none. */
export const findRunOfAction = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  selectFirst<{ runId: number; stepId: string; workflow: string }>(tx)`
    SELECT s.run_id, s.step_id, f.name AS workflow FROM proposed_actions a
    JOIN steps s ON s.tenant_id = a.tenant_id AND s.id = step_that_proposed(a)
    JOIN workflows f ON f.tenant_id = a.tenant_id AND f.id = s.workflow_id
    WHERE a.tenant_id = ${tenantId} AND a.id = ${actionId}`;
