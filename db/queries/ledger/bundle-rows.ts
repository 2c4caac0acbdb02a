import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectAll, selectFirst } from "@/db/queries/rows";
import type {
  BundledActionReceipt,
  BundledDecision,
  BundledPush,
  BundledRun,
  BundledStep,
  BundledStepReceipt,
} from "@/lib/core/ledger/bundle/files";

/**
 * The rows of an evidence bundle. Contents leave the database as hashes here: of inputs, outputs, payloads, comments, answers and
 * readings no value is selected, but for a run's inputs, whose names the caller needs.
 */

const anyOf = (ids: readonly number[]): SQL => sql`ANY (${`{${ids.join(",")}}`}::bigint[])`;
/** As the bundle writes a time. Null stays null. */
const iso = (column: SQL): SQL => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type RunRow = Omit<BundledRun, "inputs"> & { inputsJson: Record<string, unknown> };

/** Null: the tenant has none of this id. The members' names are those of run.json. */
export async function findBundledRun(
  tx: TenantTransaction,
  tenantId: number,
  runId: number,
): Promise<RunRow | null> {
  const row = await selectFirst<{ run: Omit<RunRow, "inputsJson">; inputsJson: Record<string, unknown> }>(tx)`
    SELECT r.inputs_json, jsonb_build_object(
      'id', r.id,
      'workflow', jsonb_build_object('id', f.id, 'name', f.name, 'version', v.number, 'hash', v.hash),
      'workspace', w.name,
      'trigger', jsonb_build_object('type', r.trigger_type, 'ref', r.trigger_ref),
      'started_by', jsonb_build_object('label', r.started_by_label, 'user_id', r.started_by_user_id,
                                       'agent_id', r.started_by_agent_id),
      'rerun_of', r.rerun_of_id, 'called_by_step', r.parent_step_id, 'inputs_sha256', r.inputs_hash,
      'status', r.status,
      'error', CASE WHEN r.error_step IS NOT NULL THEN jsonb_build_object(
        'step', r.error_step, 'message_sha256', hashed(coalesce(r.error_message, ''))) END,
      'cancelled_by', r.cancel_requested_by,
      'writes', jsonb_build_object('used', r.writes_used, 'max', r.writes_max),
      'created_at', ${iso(sql`r.created_at`)}, 'started_at', ${iso(sql`r.started_at`)},
      'ended_at', ${iso(sql`r.ended_at`)}, 'deadline_at', ${iso(sql`r.deadline_at`)},
      'chain', jsonb_build_object('seq', s.chain_seq, 'hash', s.chain_head)) AS run
    FROM runs r JOIN workflows f ON f.tenant_id = r.tenant_id AND f.id = r.workflow_id
    JOIN workflow_versions v ON v.tenant_id = r.tenant_id AND v.id = r.workflow_version_id
    JOIN workspaces w ON w.tenant_id = r.tenant_id AND w.id = r.workspace_id
    JOIN ledger_subjects s ON s.tenant_id = r.tenant_id AND s.entity_type = 'run' AND s.entity_id = r.id
    WHERE r.tenant_id = ${tenantId} AND r.id = ${runId}`;
  return row && { ...row.run, inputsJson: row.inputsJson };
}

/** In the order of the run. */
export async function listBundledSteps(
  tx: TenantTransaction,
  tenantId: number,
  runId: number,
): Promise<BundledStep[]> {
  const rows = await selectAll<{ step: BundledStep }>(tx)`
    SELECT jsonb_build_object(
      'id', s.id, 'step', s.step_id, 'index', s.step_index, 'item', s.item, 'kind', s.kind, 'on_error', s.is_on_error,
      'tool', s.tool_name, 'idempotency_key', s.idempotency_key, 'status', s.status, 'skipped', s.skipped,
      'attempts', s.attempt, 'failures', s.failures, 'attempts_max', s.attempts_max,
      'inputs', coalesce((SELECT jsonb_agg(jsonb_build_object('name', i.key, 'sha256', i.value) ORDER BY i.key)
                          FROM jsonb_each_text(s.input_hashes) AS i), '[]'),
      'output_sha256', s.output_hash,
      'error', CASE WHEN s.last_error IS NOT NULL THEN jsonb_build_object(
        'code', s.last_error ->> 'code', 'message_sha256', hashed(s.last_error ->> 'message'),
        'policy', s.last_error -> 'policy') END,
      'proposed_action_id', s.proposed_action_id,
      'called_run', (SELECT min(c.id) FROM runs c WHERE c.tenant_id = s.tenant_id AND c.parent_step_id = s.id),
      'started_at', ${iso(sql`s.started_at`)}, 'ended_at', ${iso(sql`s.ended_at`)}) AS step
    FROM steps s WHERE s.tenant_id = ${tenantId} AND s.run_id = ${runId}
    ORDER BY s.is_on_error, s.step_index, s.item NULLS FIRST, s.id`;
  return rows.map(({ step }) => step);
}

/** The actions that a run's steps proposed, with the versions before them that were edited. */
export async function listActionsOfRun(
  tx: TenantTransaction,
  tenantId: number,
  runId: number,
): Promise<number[]> {
  const rows = await selectAll<{ id: number }>(tx)`
    WITH RECURSIVE versions AS (
      SELECT DISTINCT s.proposed_action_id AS id FROM steps s
      WHERE s.tenant_id = ${tenantId} AND s.run_id = ${runId} AND s.proposed_action_id IS NOT NULL
      UNION SELECT a.supersedes_id FROM versions v JOIN proposed_actions a ON a.tenant_id = ${tenantId} AND a.id = v.id
      WHERE a.supersedes_id IS NOT NULL)
    SELECT id FROM versions ORDER BY id`;
  return rows.map(({ id }) => id);
}

export interface BundledActionRow {
  id: number;
  status: string;
  actionType: string;
  entityType: string;
  entityRef: string;
  payloadHash: string;
  payloadJson: unknown;
  riskLevel: number;
  riskRule: string;
  raisedFrom: number | null;
  claimedRiskLevel: number | null;
  agentId: number;
  agent: string;
  onBehalfOfUserId: number | null;
  authorUserId: number | null;
  model: string | null;
  policyVersion: number;
  policyHash: string;
  policyRule: string;
  requiredApprovals: number;
  requiresStepUp: boolean;
  factsReadAt: string | null;
  factsHash: string;
  hasPrecondition: boolean;
  decision: string | null;
  decidedBy: string | null;
  decidedByKind: string | null;
  decidedAt: string | null;
  endedAt: string | null;
  endedBy: string | null;
  appliedAt: string | null;
  supersedesId: number | null;
  supersededById: number | null;
  undoOfId: number | null;
  createdAt: string;
  expiresAt: string;
  chainSeq: number;
  chainHead: string;
}

/** In the order of their ids. `payloadJson` is for the names of its fields. */
export const listBundledActions = (tx: TenantTransaction, tenantId: number, ids: readonly number[]) =>
  selectAll<BundledActionRow>(tx)`
    SELECT a.id, a.status, a.action_type, a.entity_type, a.entity_ref, a.payload_hash, a.payload_json, a.risk_level,
      a.risk_rule, a.raised_from, a.claimed_risk_level, a.agent_id, g.name AS agent, a.on_behalf_of_user_id,
      a.author_user_id, a.model, a.policy_version, a.policy_hash, a.policy_rule, a.required_approvals,
      a.requires_step_up, a.facts_read_at, hashed(a.facts_json::text) AS facts_hash,
      a.precondition_key IS NOT NULL AS has_precondition, a.decision, a.decided_by_label AS decided_by,
      a.decided_by_kind, a.decided_at, a.ended_at, a.ended_by_label AS ended_by, a.applied_at, a.supersedes_id,
      a.superseded_by_id, a.undo_of_id, a.created_at, a.expires_at, a.chain_seq, a.chain_head
    FROM proposed_actions a JOIN agents g ON g.tenant_id = a.tenant_id AND g.id = a.agent_id
    WHERE a.tenant_id = ${tenantId} AND a.id = ${anyOf(ids)} ORDER BY a.id`;

/** In the order of their ids. */
export async function listBundledPushes(
  tx: TenantTransaction,
  tenantId: number,
  actionIds: readonly number[],
): Promise<{ actionId: number; push: BundledPush }[]> {
  return selectAll<{ actionId: number; push: BundledPush }>(tx)`
    SELECT p.action_id, jsonb_build_object(
      'id', p.id, 'line', p.line_no, 'key', p.action_key, 'destination', p.destination, 'account', p.netsuite_account,
      'payload_sha256', p.payload_hash, 'status', p.status, 'record_id', p.ns_internal_id,
      'failure', CASE WHEN p.failure_class IS NOT NULL THEN jsonb_build_object(
        'class', p.failure_class, 'code', p.last_error_json ->> 'code') END,
      'applied_at', ${iso(sql`p.applied_at`)}, 'ended_at', ${iso(sql`p.ended_at`)},
      'readback', CASE WHEN p.readback_json IS NOT NULL THEN jsonb_build_object(
        'verification', p.verification, 'sha256', hashed(p.readback_json::text),
        'fields', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                     'field', l.line ->> 'field', 'matches', l.line -> 'matches') ORDER BY l.n), '[]')
                   FROM jsonb_array_elements(p.readback_json) WITH ORDINALITY AS l (line, n))) END) AS push
    FROM ns_pending_pushes p WHERE p.tenant_id = ${tenantId} AND p.action_id = ${anyOf(actionIds)} ORDER BY p.id`;
}

/** In their order. A step-up token's times are null once retention deleted it. */
export async function listBundledDecisions(
  tx: TenantTransaction,
  tenantId: number,
  actionIds: readonly number[],
): Promise<BundledDecision[]> {
  const rows = await selectAll<{ decision: BundledDecision }>(tx)`
    SELECT jsonb_build_object(
      'id', d.id, 'action_id', d.action_id, 'decision', d.decision, 'outcome', d.outcome,
      'payload_sha256', d.payload_hash, 'risk_level', d.risk_level,
      'by', jsonb_build_object('kind', d.actor_kind, 'label', d.actor_label, 'user_id', d.actor_user_id),
      'policy', jsonb_build_object('version', d.policy_version, 'hash', d.policy_hash, 'rule', d.policy_rule),
      'proof', jsonb_build_object(
        'channel', d.channel, 'standing_authorisation', d.standing_authorisation_id,
        'step_up', CASE WHEN d.edit_token_id IS NOT NULL THEN jsonb_build_object(
          'token_id', d.edit_token_id, 'issued_at', ${iso(sql`t.created_at`)},
          'used_at', ${iso(sql`t.used_at`)}) END),
      'comment_sha256', hashed(d.comment), 'at', ${iso(sql`d.created_at`)}) AS decision
    FROM decisions d LEFT JOIN edit_tokens t ON t.tenant_id = d.tenant_id AND t.id = d.edit_token_id
    WHERE d.tenant_id = ${tenantId} AND d.action_id = ${anyOf(actionIds)} ORDER BY d.id`;
  return rows.map(({ decision }) => decision);
}

/** In the order of their ids. */
export async function listBundledActionReceipts(
  tx: TenantTransaction,
  tenantId: number,
  actionIds: readonly number[],
): Promise<BundledActionReceipt[]> {
  const rows = await selectAll<{ receipt: BundledActionReceipt }>(tx)`
    SELECT jsonb_build_object(
      'id', r.id, 'action_id', r.action_id, 'push_id', r.push_id, 'idempotency_key', r.idempotency_key,
      'status', r.status, 'payload_sha256', r.request_metadata ->> 'payload_hash',
      'record', jsonb_build_object('type', r.response_metadata #>> '{record,type}',
                                   'id', r.response_metadata #>> '{record,id}'),
      'committed_at', r.response_metadata ->> 'committed_at', 'verification', r.verification,
      'reversible', r.reversible, 'how_to_reverse_sha256', hashed(r.how_to_reverse::text),
      'response_sha256', hashed(r.response_metadata::text), 'started_at', ${iso(sql`r.started_at`)},
      'completed_at', ${iso(sql`r.completed_at`)}) AS receipt
    FROM action_receipts r WHERE r.tenant_id = ${tenantId} AND r.action_id = ${anyOf(actionIds)} ORDER BY r.id`;
  return rows.map(({ receipt }) => receipt);
}

/** In the order of their ids. Of a request's address only its host stays: paths and queries may hold values. */
export async function listBundledStepReceipts(
  tx: TenantTransaction,
  tenantId: number,
  runId: number,
): Promise<BundledStepReceipt[]> {
  const rows = await selectAll<{ receipt: BundledStepReceipt }>(tx)`
    SELECT jsonb_build_object(
      'id', r.id, 'step_id', r.step_id, 'tool', r.tool_name, 'idempotency_key', r.idempotency_key,
      'status', r.status,
      'request', jsonb_build_object(
        'method', r.request_metadata ->> 'method',
        'host', substring(r.request_metadata ->> 'url' FROM '^[a-z]+://([^/?#]*)'),
        'url_sha256', r.request_metadata ->> 'url_hash',
        'header_names', coalesce(r.request_metadata -> 'headers', '[]'),
        'body_sha256', r.request_metadata ->> 'body_hash'),
      'policy', r.request_metadata -> 'policy',
      'response', jsonb_build_object('kind', r.response_metadata ->> 'kind',
                                     'status', r.response_metadata -> 'status'),
      'result_sha256', hashed(r.result_json::text), 'reversible', r.reversible,
      'how_to_reverse_sha256', hashed(r.how_to_reverse), 'started_at', ${iso(sql`r.started_at`)},
      'completed_at', ${iso(sql`r.completed_at`)}) AS receipt
    FROM step_receipts r WHERE r.tenant_id = ${tenantId} AND r.run_id = ${runId} ORDER BY r.id`;
  return rows.map(({ receipt }) => receipt);
}
