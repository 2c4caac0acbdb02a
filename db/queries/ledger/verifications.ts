import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { auditVerifications } from "@/db/schema/ledger";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { Fault } from "@/lib/core/ledger/replay/fault";
import type { VerifiedCounts, VerifyMode } from "@/lib/core/ledger/verification";

/** Results of verifying, and the rows that changed since one. */

/** The newest ids of the tables whose rows are only ever added. */
export type Marks = Record<
  "decisions" | "receipts" | "mirror" | "letters" | "drafts" | "versions" | "events",
  number
>;

export async function beginVerification(
  tx: TenantTransaction,
  tenantId: number,
  { mode, byLabel }: { mode: VerifyMode; byLabel: string },
) {
  return selectOne<{ id: number }>(tx)`
    INSERT INTO audit_verifications (tenant_id, mode, started_by_label) VALUES (${tenantId}, ${mode}, ${byLabel})
    RETURNING id`;
}

/** So that a page shows how far it is. */
export const noteProgress = (tx: TenantTransaction, tenantId: number, id: number, checked: VerifiedCounts) =>
  execute(tx)`
    UPDATE audit_verifications SET updated_at = clock_timestamp(), checked_json = ${JSON.stringify(checked)}::jsonb
    WHERE tenant_id = ${tenantId} AND id = ${id}`;

export interface VerificationEnd {
  checked: VerifiedCounts;
  faults: readonly Fault[];
  faultCount: number;
  headSeq: number | null;
  marks: Marks;
}

/** A result as it is kept: all that it says, as one text, and the app's seal on that text. */
export interface SealedResult {
  said: string;
  seal: string | null;
}

const utc = (column: SQL) => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const sealed = sql`marks_json ->> 'seal' AS seal, jsonb_build_object(
    'tenant_id', tenant_id, 'id', id, 'mode', mode, 'started_by', started_by_label,
    'started_at', ${utc(sql`started_at`)}, 'ended_at', ${utc(sql`ended_at`)}, 'intact', intact, 'checked', checked_json,
    'faults', faults_json, 'fault_count', fault_count, 'head_seq', head_seq,
    'marks', CASE jsonb_typeof(marks_json) WHEN 'object' THEN marks_json - 'seal' END)::text AS said`;

/** Keeps the result, with the seal that `sealOf` puts on all that it says. */
export async function endVerification(
  tx: TenantTransaction,
  tenantId: number,
  id: number,
  { checked, faults, faultCount, headSeq, marks }: VerificationEnd,
  sealOf: (said: string) => string,
): Promise<void> {
  const { said } = await selectOne<SealedResult>(tx)`
    UPDATE audit_verifications SET updated_at = clock_timestamp(), ended_at = clock_timestamp(),
      intact = ${faultCount === 0}, checked_json = ${JSON.stringify(checked)}::jsonb,
      faults_json = ${JSON.stringify(faults)}::jsonb, fault_count = ${faultCount}, head_seq = ${headSeq},
      marks_json = ${JSON.stringify(marks)}::jsonb
    WHERE tenant_id = ${tenantId} AND id = ${id} RETURNING ${sealed}`;
  await execute(tx)`
    UPDATE audit_verifications SET marks_json = marks_json || jsonb_build_object('seal', ${sealOf(said)}::text)
    WHERE tenant_id = ${tenantId} AND id = ${id}`;
}

export type VerificationRow = RowOf<
  typeof auditVerifications,
  | "id"
  | "mode"
  | "startedByLabel"
  | "startedAt"
  | "updatedAt"
  | "endedAt"
  | "intact"
  | "checkedJson"
  | "faultsJson"
  | "faultCount"
  | "headSeq"
> &
  SealedResult;

const columns = sql`id, mode, started_by_label, started_at, updated_at, ended_at, intact, checked_json, faults_json,
  fault_count, head_seq, ${sealed}`;

/** Newest first. */
export const listVerifications = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<VerificationRow>(tx)`
    SELECT ${columns} FROM audit_verifications WHERE tenant_id = ${tenantId} ORDER BY id DESC LIMIT ${limit}`;

export interface Base extends SealedResult {
  id: number;
  headSeq: number;
  startedAt: string;
  /** A table that was not compared yet has no mark. */
  marks: Partial<Marks>;
}

/** The last verification that found everything intact, up to a checkpoint. Null: an incremental one has no beginning. */
export const findBase = (tx: TenantTransaction, tenantId: number) =>
  selectFirst<Base>(tx)`
    SELECT id, head_seq, started_at::text AS started_at, marks_json AS marks, ${sealed}
    FROM audit_verifications
    WHERE tenant_id = ${tenantId} AND intact AND head_seq IS NOT NULL
    ORDER BY id DESC LIMIT 1`;

export const readMarks = (tx: TenantTransaction, tenantId: number) =>
  selectOne<Marks>(tx)`
    SELECT ${newest("decisions", tenantId)} AS decisions, ${newest("action_receipts", tenantId)} AS receipts,
      ${newest("proposed_actions_applied_mirror", tenantId)} AS mirror,
      ${newest("ns_push_dlq_log", tenantId)} AS letters,
      ${newest("email_drafts", tenantId)} AS drafts, ${newest("cache_versions", tenantId)} AS versions,
      ${newest("events", tenantId)} AS events`;

/** Over the primary key, newest first, until a row of the tenant comes by. */
const newest = (table: string, tenantId: number) =>
  sql`coalesce((SELECT id FROM ${sql.identifier(table)} WHERE tenant_id = ${tenantId} ORDER BY id DESC LIMIT 1), 0)`;

/** A transaction that began before the last verification may commit after it; none lasts this long. */
const overlap = sql`interval '5 minutes'`;

/**
 * The actions, after an id, of which anything changed since a verification: an event came that its checkpoints do not
 * cover, a row moved, or a row was added. Empty: there are no more.
 */
export async function listChangedActions(
  tx: TenantTransaction,
  tenantId: number,
  { startedAt, marks, headSeq }: Base,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const added = (table: string, mark = 0) => sql`
    SELECT action_id FROM ${sql.identifier(table)} WHERE tenant_id = ${tenantId} AND id > ${mark}`;
  const since = sql`${startedAt}::timestamptz - ${overlap}`;
  const rows = await selectAll<{ id: number }>(tx)`
    SELECT DISTINCT id FROM (
      SELECT id FROM proposed_actions WHERE tenant_id = ${tenantId} AND updated_at > ${since}
      UNION ALL SELECT action_id FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND updated_at > ${since}
      UNION ALL ${added("decisions", marks.decisions)}
      UNION ALL ${added("action_receipts", marks.receipts)}
      UNION ALL ${added("proposed_actions_applied_mirror", marks.mirror)}
      UNION ALL ${added("ns_push_dlq_log", marks.letters)}
      UNION ALL ${added("email_drafts", marks.drafts)}
      UNION ALL ${added("cache_versions", marks.versions)}
      UNION ALL SELECT e.entity_id FROM audit_checkpoints c, unnest(c.event_ids) AS r, events e
        WHERE c.tenant_id = ${tenantId} AND c.seq > ${headSeq} AND e.tenant_id = ${tenantId}
          AND e.id >= lower(r) AND e.id < upper(r) AND e.entity_type = 'proposed_action'
      UNION ALL SELECT e.entity_id FROM unsealed_events u JOIN events e ON e.id = u.event_id
        WHERE u.tenant_id = ${tenantId} AND e.entity_type = 'proposed_action') AS changed
    WHERE id > ${afterId} ORDER BY id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** Verification reads the whole ledger page by page; one page may take longer than an ordinary request may. */
export const takeTimeToVerify = (tx: TenantTransaction) => execute(tx)`SELECT take_time('5 minutes')`;
