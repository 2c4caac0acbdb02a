import type { TenantTransaction } from "@/db/client";
import { selectAll } from "@/db/queries/rows";
import type { ActorKind } from "@/lib/core/ledger/hash-chain";

/** The ledger's events of a run, of what it proposed and of what it asked. */

export interface RunEventRow {
  id: number;
  entityType: "run" | "proposed_action" | "interaction";
  entityId: number;
  eventType: string;
  actorKind: ActorKind;
  actorLabel: string;
  occurredAt: string;
  bodyText: string;
  /** The step that proposed or asked. Null: the event is the run's own. */
  stepId: string | null;
}

/**
 * The newest first, of these types, at most `limit`. Proposals are the workflow's agent's own, with the versions that people put in
 * their place; what happened to one before the run began belongs to the run that proposed it.
 */
export const listRunEvents = (
  tx: TenantTransaction,
  tenantId: number,
  { runId, types, limit }: { runId: number; types: readonly string[]; limit: number },
) =>
  selectAll<RunEventRow>(tx)`
    WITH RECURSIVE own AS (
      SELECT s.tenant_id, s.step_id, s.idempotency_key, s.proposed_action_id, f.agent_id
      FROM steps s JOIN workflows f ON f.tenant_id = s.tenant_id AND f.id = s.workflow_id
      WHERE s.tenant_id = ${tenantId} AND s.run_id = ${runId}),
    proposed AS (
      SELECT a.id, a.superseded_by_id, o.agent_id, o.step_id FROM own o JOIN proposed_actions a
        ON a.tenant_id = o.tenant_id AND a.agent_id = o.agent_id AND a.idempotency_key = o.idempotency_key
      UNION
      SELECT a.id, a.superseded_by_id, o.agent_id, o.step_id FROM own o JOIN proposed_actions a
        ON a.tenant_id = o.tenant_id AND a.agent_id = o.agent_id AND a.id = o.proposed_action_id
      UNION
      SELECT a.id, a.superseded_by_id, p.agent_id, p.step_id FROM proposed p JOIN proposed_actions a
        ON a.tenant_id = ${tenantId} AND a.id = p.superseded_by_id AND a.agent_id = p.agent_id),
    subjects AS (
      SELECT 'run' AS type, ${runId}::bigint AS id, NULL AS step_id
      UNION ALL SELECT 'proposed_action', p.id, min(p.step_id) FROM proposed p GROUP BY p.id
      UNION ALL SELECT 'interaction', h.id, o.step_id FROM own o JOIN hil_interactions h
        ON h.tenant_id = o.tenant_id AND h.execution_id = ${runId} AND h.node_id = o.idempotency_key)
    SELECT e.id, e.entity_type, e.entity_id, e.event_type, e.actor_kind, e.actor_label, e.occurred_at, e.body_text,
      s.step_id
    FROM runs r CROSS JOIN subjects s JOIN events e
      ON e.tenant_id = r.tenant_id AND e.entity_type = s.type AND e.entity_id = s.id
    WHERE r.tenant_id = ${tenantId} AND r.id = ${runId} AND (s.type = 'run' OR e.occurred_at >= r.created_at)
      AND e.event_type IN (SELECT jsonb_array_elements_text(${JSON.stringify(types)}::jsonb))
    ORDER BY e.id DESC LIMIT ${limit}`;
