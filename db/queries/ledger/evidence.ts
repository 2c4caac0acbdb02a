import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectAll, selectFirst } from "@/db/queries/rows";
import type { ChainLink } from "@/lib/core/ledger/hash-chain";
import type {
  ActionEvidence,
  DraftEvidence,
  LetterEvidence,
  PushEvidence,
  SubjectEvidence,
  VersionEvidence,
} from "@/lib/core/ledger/replay/evidence";

/**
 * Chains and the rows that they speak about, page by page, as the verification and the export read them. The statements
 * of one page run in one snapshot, or an event between two of them would look like a fault.
 */

export type LinkRow = ChainLink & { entityId: number };

const linkColumns = sql`id, entity_id, seq, prev_hash, hash, body_text, event_type, actor_kind, actor_label,
  to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS occurred_at`;

/** The rows of one tenant, or the global ones where it is null. */
const of = (tenantId: number | null): SQL =>
  tenantId === null ? sql`tenant_id IS NULL` : sql`tenant_id = ${tenantId}`;

const anyOf = (ids: readonly number[]): SQL => sql`ANY (${sql.param(ids as number[])}::bigint[])`;

/** Every link of these subjects, each subject's oldest first. */
export const listLinks = (
  tx: TenantTransaction,
  tenantId: number | null,
  entityType: string,
  ids: readonly number[],
) =>
  selectAll<LinkRow>(tx)`
    SELECT ${linkColumns} FROM events
    WHERE ${of(tenantId)} AND entity_type = ${entityType} AND entity_id = ${anyOf(ids)}
    ORDER BY entity_id, seq`;

/** The ids of the tenant's actions after one, in order. Empty: there are no more. */
export async function listActionIds(
  tx: TenantTransaction,
  tenantId: number,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const rows = await selectAll<{ id: number }>(tx)`
    SELECT id FROM proposed_actions WHERE tenant_id = ${tenantId} AND id > ${afterId} ORDER BY id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

type HeadRow = { id: number; chainHead: string; chainSeq: number };
type ActionRow = HeadRow & Pick<ActionEvidence, "row" | "tier" | "state" | "prose" | "proseBlankedAt">;
type Child<Row> = Row & { actionId: number };

/** Everything about these actions. One that does not exist is left out. */
export async function readActionEvidence(
  tx: TenantTransaction,
  tenantId: number,
  ids: readonly number[],
): Promise<ActionEvidence[]> {
  const ofActions = sql`tenant_id = ${tenantId} AND action_id = ${anyOf(ids)}`;
  const actions = await selectAll<ActionRow>(tx)`
    SELECT id, chain_head, chain_seq, action_evidence(a) AS row, action_tier(a) AS tier,
      action_state(a)::text AS state, action_prose(a) AS prose, prose_blanked_at
    FROM proposed_actions a WHERE tenant_id = ${tenantId} AND id = ${anyOf(ids)} ORDER BY id`;
  const links = byKey(await listLinks(tx, tenantId, "proposed_action", ids), ({ entityId }) => entityId);
  const read = async <Row>(statement: Promise<Child<Row>[]>) =>
    byKey(await statement, ({ actionId }) => actionId);
  const decisions = await read(selectAll<Child<{ text: string }>>(tx)`
    SELECT action_id, decision_evidence(d) AS text FROM decisions d WHERE ${ofActions} ORDER BY id`);
  const pushes = await read(selectAll<Child<PushEvidence>>(tx)`
    SELECT action_id, push_evidence(p) AS evidence, push_outcome(p) AS outcome
    FROM ns_pending_pushes p WHERE ${ofActions} ORDER BY id`);
  const receipts = await read(selectAll<Child<{ text: string }>>(tx)`
    SELECT r.action_id, receipt_evidence(r) AS text FROM ns_pending_pushes p
    JOIN action_receipts r ON r.tenant_id = p.tenant_id AND r.idempotency_key = p.action_key
    WHERE p.tenant_id = ${tenantId} AND p.action_id = ${anyOf(ids)} ORDER BY r.id`);
  const mirror = await read(selectAll<Child<{ text: string }>>(tx)`
    SELECT action_id, mirror_evidence(m) AS text FROM proposed_actions_applied_mirror m
    WHERE ${ofActions} ORDER BY id`);
  const letters = await read(selectAll<Child<LetterEvidence>>(tx)`
    SELECT action_id, letter_evidence(d) AS evidence, payload_json::text AS payload,
      payload_blanked_at AS blanked_at, replayed_at, replayed_by_label AS replayed_by
    FROM ns_push_dlq_log d WHERE ${ofActions} ORDER BY id`);
  const drafts = await read(selectAll<Child<DraftEvidence>>(tx)`
    SELECT action_id, draft_evidence(d) AS evidence, status FROM email_drafts d WHERE ${ofActions} ORDER BY id`);
  const versions = await read(selectAll<Child<VersionEvidence>>(tx)`
    SELECT action_id, name, version, maker_status(v) IS NOT NULL AS made FROM cache_versions v
    WHERE ${ofActions} ORDER BY id`);
  const textsOf = (rows: Map<number, { text: string }[]>, id: number) =>
    (rows.get(id) ?? []).map(({ text }) => text);
  return actions.map(({ chainHead, chainSeq, ...action }) => ({
    ...action,
    tenantId,
    head: { hash: chainHead, seq: chainSeq },
    links: links.get(action.id) ?? [],
    decisions: textsOf(decisions, action.id),
    pushes: pushes.get(action.id) ?? [],
    receipts: textsOf(receipts, action.id),
    mirror: textsOf(mirror, action.id),
    letters: letters.get(action.id) ?? [],
    drafts: drafts.get(action.id) ?? [],
    versions: versions.get(action.id) ?? [],
  }));
}

function byKey<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** The tenant's switches, and the global ones, with their chains. */
export async function readSwitchEvidence(
  tx: TenantTransaction,
  tenantId: number,
): Promise<SubjectEvidence[]> {
  const switches: SubjectEvidence[] = [];
  for (const owner of [tenantId, null]) {
    const heads = await selectAll<HeadRow & { state: string | null }>(tx)`
      SELECT id, chain_head, chain_seq, ledger_state(tenant_id, 'kill_switch', id)::text AS state
      FROM kill_switches WHERE ${of(owner)} ORDER BY id`;
    switches.push(...(await withLinks(tx, owner, "kill_switch", heads)));
  }
  return switches;
}

/** The next of the other kinds of subjects in this tenant's ledger. Null: there are no more. */
export async function findSubjectTypeAfter(
  tx: TenantTransaction,
  tenantId: number,
  after: string,
): Promise<string | null> {
  const row = await selectFirst<{ entityType: string }>(tx)`
    SELECT entity_type FROM ledger_subjects WHERE tenant_id = ${tenantId} AND entity_type > ${after}
    ORDER BY entity_type LIMIT 1`;
  return row?.entityType ?? null;
}

/** The subjects of one of those kinds after an id. Empty: there are no more. */
export async function readSubjectEvidence(
  tx: TenantTransaction,
  tenantId: number,
  entityType: string,
  afterId: number,
  limit: number,
): Promise<SubjectEvidence[]> {
  const heads = await selectAll<HeadRow & { state: string | null }>(tx)`
    SELECT entity_id AS id, chain_head, chain_seq, ledger_state(tenant_id, entity_type, entity_id)::text AS state
    FROM ledger_subjects
    WHERE tenant_id = ${tenantId} AND entity_type = ${entityType} AND entity_id > ${afterId}
    ORDER BY entity_id LIMIT ${limit}`;
  return withLinks(tx, tenantId, entityType, heads);
}

async function withLinks(
  tx: TenantTransaction,
  tenantId: number | null,
  entityType: string,
  heads: readonly (HeadRow & { state: string | null })[],
): Promise<SubjectEvidence[]> {
  const ids = heads.map(({ id }) => id);
  const links = byKey(await listLinks(tx, tenantId, entityType, ids), ({ entityId }) => entityId);
  return heads.map(({ id, chainHead, chainSeq, state }) => ({
    entityType,
    id,
    tenantId,
    state,
    head: { hash: chainHead, seq: chainSeq },
    links: links.get(id) ?? [],
  }));
}

type Unrecorded = Pick<SubjectEvidence, "entityType" | "id" | "state">;

/** Rows that the ledger compares and that have no chain at all, as they are now, after one of them. */
export const listUnrecorded = (
  tx: TenantTransaction,
  tenantId: number,
  limit: number,
  after: Pick<Unrecorded, "entityType" | "id"> = { entityType: "", id: 0 },
) =>
  selectAll<Unrecorded>(tx)`
    SELECT r.entity_type, r.id, ledger_state(${tenantId}::bigint, r.entity_type, r.id)::text AS state FROM (
      SELECT 'person' AS entity_type, user_id AS id FROM memberships WHERE tenant_id = ${tenantId}
      UNION ALL SELECT 'agent', id FROM agents WHERE tenant_id = ${tenantId}
      UNION ALL SELECT 'standing_authorisation', id FROM standing_authorisations WHERE tenant_id = ${tenantId}
      UNION ALL SELECT 'workflow', id FROM workflows WHERE tenant_id = ${tenantId}
      UNION ALL SELECT 'run', id FROM runs WHERE tenant_id = ${tenantId}
      UNION ALL SELECT 'interaction', id FROM hil_interactions WHERE tenant_id = ${tenantId}
      UNION ALL SELECT 'run_caps', tenant_id FROM run_lanes WHERE tenant_id = ${tenantId} AND changed_at IS NOT NULL
      UNION ALL SELECT 'model_prices', ${tenantId}::bigint
        WHERE EXISTS (SELECT 1 FROM model_prices WHERE tenant_id = ${tenantId})
      UNION ALL SELECT kind, ${tenantId}::bigint FROM unnest(ARRAY['risk_tier_rules', 'retention_period']) AS kind
      UNION ALL SELECT 'content_setting', tenant_id FROM content_settings WHERE tenant_id = ${tenantId}
      UNION ALL SELECT 'grace_setting', tenant_id FROM grace_settings WHERE tenant_id = ${tenantId}
      UNION ALL SELECT 'proposal_limits', tenant_id FROM proposal_limits WHERE tenant_id = ${tenantId}
      UNION ALL SELECT 'tenant', id FROM tenants
        WHERE id = ${tenantId} AND (entitled_action_types IS NOT NULL OR suspended_at IS NOT NULL)
      UNION ALL SELECT 'policy', ${tenantId}::bigint
        WHERE EXISTS (SELECT 1 FROM policies WHERE tenant_id = ${tenantId})) AS r
    WHERE NOT EXISTS (
      SELECT 1 FROM ledger_subjects s
      WHERE s.tenant_id = ${tenantId} AND s.entity_type = r.entity_type AND s.entity_id = r.id)
      AND (r.entity_type, r.id) > (${after.entityType}::text, ${after.id}::bigint)
    ORDER BY 1, 2 LIMIT ${limit}`;

/** Events whose subject has no row, one a subject, at most `limit`. */
export const listOrphanEvents = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<{ entityType: string; entityId: number }>(tx)`
    SELECT DISTINCT entity_type, entity_id FROM events e
    WHERE tenant_id = ${tenantId} AND CASE entity_type
      WHEN 'proposed_action' THEN NOT EXISTS (
        SELECT 1 FROM proposed_actions a WHERE a.tenant_id = ${tenantId} AND a.id = e.entity_id)
      WHEN 'kill_switch' THEN NOT EXISTS (
        SELECT 1 FROM kill_switches k WHERE k.tenant_id = ${tenantId} AND k.id = e.entity_id)
      ELSE NOT EXISTS (
        SELECT 1 FROM ledger_subjects s
        WHERE s.tenant_id = ${tenantId} AND s.entity_type = e.entity_type AND s.entity_id = e.entity_id) END
    ORDER BY 1, 2 LIMIT ${limit}`;

/** Receipts that belong to no push, with their actions, at most `limit`. */
export const listOrphanReceipts = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<{ id: number; actionId: number }>(tx)`
    SELECT r.id, r.action_id FROM action_receipts r
    LEFT JOIN ns_pending_pushes p
      ON p.tenant_id = r.tenant_id AND p.id = r.push_id AND p.action_key = r.idempotency_key
        AND p.action_id = r.action_id
    WHERE r.tenant_id = ${tenantId} AND p.id IS NULL ORDER BY r.id LIMIT ${limit}`;

/** Every version of the tenant's policy, in order, with its text, after one. Empty: there are no more. */
export const listPolicyVersions = (
  tx: TenantTransaction,
  tenantId: number,
  afterVersion: number,
  limit: number,
) =>
  selectAll<{ version: number; hash: string; text: string }>(tx)`
    SELECT version, hash, cedar_text AS text FROM policies
    WHERE tenant_id = ${tenantId} AND version > ${afterVersion} ORDER BY version LIMIT ${limit}`;
