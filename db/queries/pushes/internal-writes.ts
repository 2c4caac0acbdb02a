import { type SQL, and, eq, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { cacheVersions, emailDrafts } from "@/db/schema/internal";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";

/** Writes that stay with us. Each is unique by its action key: a second one of the same key inserts nothing. */

export type EmailDraftRow = typeof emailDrafts.$inferSelect;

export async function findDraftByKey(tx: TenantTransaction, tenantId: number, actionKey: string) {
  const [row] = await tx
    .select()
    .from(emailDrafts)
    .where(and(eq(emailDrafts.tenantId, tenantId), eq(emailDrafts.actionKey, actionKey)));
  return row ?? null;
}

/** True once the database's clock has passed the time. */
export async function isPast(tx: TenantTransaction, time: string): Promise<boolean> {
  const { past } = await selectOne<{ past: boolean }>(tx)`
    SELECT clock_timestamp() > ${time}::timestamptz AS past`;
  return past;
}

/** The proof of an action's write: the texts of the events of its approval and its end, and the seals of its intake. */
export interface StoredProof {
  actionId: number;
  approval: string;
  end: string;
  evidenceHash: string;
  intakeSeals: (string | null)[];
}

/** The proof of the action `a`, with its events from `ofProof`. */
const proof = sql`a.id AS action_id, approval.body_text AS approval, ended.body_text AS end,
  hashed(action_evidence(a)) AS evidence_hash, intake_seals(a) AS intake_seals`;
const firstOf = (type: string) => sql`LATERAL (SELECT body_text FROM events
  WHERE tenant_id = a.tenant_id AND entity_type = 'proposed_action' AND entity_id = a.id AND event_type = ${type}
  ORDER BY seq LIMIT 1)`;
const ofProof = sql`CROSS JOIN ${firstOf("hitl.approved")} AS approval CROSS JOIN ${firstOf("hitl.applied")} AS ended`;

/**
 * The proofs of the newest actions, at most 20, by which a draft for this customer went to the address. The draft's own row
 * is not believed: the action that was applied names the address.
 */
export const listWritesTo = (tx: TenantTransaction, tenantId: number, customer: string, address: string) =>
  selectAll<StoredProof>(tx)`
    SELECT ${proof} FROM email_drafts d
    JOIN proposed_actions a ON a.tenant_id = d.tenant_id AND a.id = d.action_id AND a.payload_hash = d.payload_hash
    ${ofProof}
    WHERE d.tenant_id = ${tenantId} AND upper(trim(d.customer_ref)) = upper(trim(${customer}))
      AND lower(${address}) IN (lower(d.to_text), lower(d.cc_text)) AND a.status = 'applied'
      AND upper(trim(a.entity_ref)) = upper(trim(d.customer_ref)) AND EXISTS (
        SELECT 1 FROM jsonb_array_elements(a.payload_json -> 'changes') AS c
        WHERE c ->> 'field' IN ('to', 'cc') AND lower(c ->> 'to') = lower(${address}))
    ORDER BY a.id DESC LIMIT 20`;

/** Null: the action was not approved, or not written. */
export const findProof = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  selectFirst<StoredProof>(tx)`
    SELECT ${proof} FROM proposed_actions a ${ofProof} WHERE a.tenant_id = ${tenantId} AND a.id = ${actionId}`;

/** Nothing happens where the key is known. */
export const insertDraft = (tx: TenantTransaction, row: typeof emailDrafts.$inferInsert) =>
  tx.insert(emailDrafts).values(row).onConflictDoNothing();

/** `made`: by the write of this key, in its turn. */
export const findVersionByKey = (tx: TenantTransaction, tenantId: number, actionKey: string) =>
  selectFirst<CacheVersionRow & { payloadHash: string; made: boolean }>(tx)`
    SELECT name, version, action_id, payload_hash, created_at, maker_status(v) IS NOT NULL AS made
    FROM cache_versions v WHERE tenant_id = ${tenantId} AND action_key = ${actionKey}`;

/**
 * The next version of a cache, one caller at a time; the database sets its number and its time. Nothing happens where the
 * key is known. @throws where no write of this key is on its way, or, of a record's cache, was applied.
 */
export async function insertNextVersion(
  tx: TenantTransaction,
  write: Pick<
    typeof cacheVersions.$inferInsert,
    "tenantId" | "actionId" | "actionKey" | "payloadHash" | "name"
  >,
): Promise<void> {
  const { tenantId, name } = write;
  // Before the row has its id, so that ids grow with the versions.
  await execute(tx)`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId}:cache:${name}`}, 0))`;
  await execute(tx)`
    INSERT INTO cache_versions (tenant_id, action_id, action_key, payload_hash, name)
    VALUES (${tenantId}, ${write.actionId}, ${write.actionKey}, ${write.payloadHash}, ${name})
    ON CONFLICT (tenant_id, action_key) DO NOTHING`;
}

/** A draft that a write of an applied action kept, with what proves that write and what it was to keep. */
export interface KeptDraft
  extends RowOf<typeof emailDrafts, Exclude<keyof EmailDraftRow, "tenantId">>, StoredProof {
  entityRef: string;
  changes: { field: string; to: string | number | null }[];
}

const keptDrafts = sql`
  SELECT d.id, d.action_key, d.payload_hash, d.customer_ref, d.to_text, d.cc_text, d.subject, d.body, d.status,
    d.changed_by_label, d.changed_at, d.created_at, a.entity_ref, a.payload_json -> 'changes' AS changes, ${proof}
  FROM email_drafts d
  JOIN ns_pending_pushes p ON p.tenant_id = d.tenant_id AND p.action_key = d.action_key AND p.action_id = d.action_id
    AND p.destination = 'internal' AND p.status = 'applied'
  JOIN proposed_actions a ON a.tenant_id = d.tenant_id AND a.id = d.action_id AND a.payload_hash = d.payload_hash
    AND a.status = 'applied'
  ${ofProof}`;

/** Newest first, before an id. Empty: that was all. */
export const listDrafts = (
  tx: TenantTransaction,
  tenantId: number,
  query: { status: EmailDraftRow["status"] | null; beforeId: number | null; limit: number },
) =>
  selectAll<KeptDraft>(tx)`
    ${keptDrafts}
    WHERE d.tenant_id = ${tenantId} AND (${query.status}::text IS NULL OR d.status = ${query.status})
      AND (${query.beforeId}::bigint IS NULL OR d.id < ${query.beforeId})
    ORDER BY d.id DESC LIMIT ${query.limit}`;

/** Null: no write of this tenant kept such a draft. */
export const findDraft = (tx: TenantTransaction, tenantId: number, id: number) =>
  selectFirst<KeptDraft>(tx)`${keptDrafts} WHERE d.tenant_id = ${tenantId} AND d.id = ${id}`;

/** Null: no such draft in this tenant, or it had that status already. */
export async function markDraft(
  tx: TenantTransaction,
  tenantId: number,
  id: number,
  change: { status: EmailDraftRow["status"]; byLabel: string },
): Promise<EmailDraftRow | null> {
  const [row] = await tx
    .update(emailDrafts)
    .set({ status: change.status, changedByLabel: change.byLabel, changedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(emailDrafts.tenantId, tenantId),
        eq(emailDrafts.id, id),
        sql`${emailDrafts.status} <> ${change.status}`,
      ),
    )
    .returning();
  return row ?? null;
}

type CacheVersionRow = RowOf<typeof cacheVersions, "name" | "version" | "actionId" | "createdAt">;

/** The newest version of a cache that a write of ours made which is applied. */
const current = (tenantId: number, name: SQL) => sql`(
  SELECT id, version, action_id, created_at FROM cache_versions n
  WHERE n.tenant_id = ${tenantId} AND n.name = ${name} AND maker_status(n) = 'applied'
  ORDER BY version DESC LIMIT 1)`;

/** The version that holds of each cache, by name; after a name. */
export const listCacheVersions = (
  tx: TenantTransaction,
  tenantId: number,
  afterName: string | null,
  limit: number,
) =>
  selectAll<CacheVersionRow>(tx)`
    SELECT c.name, made.version, made.action_id, made.created_at FROM (
      SELECT DISTINCT name FROM cache_versions
      WHERE tenant_id = ${tenantId} AND (${afterName}::text IS NULL OR name > ${afterName})) AS c
    CROSS JOIN LATERAL ${current(tenantId, sql`c.name`)} AS made
    ORDER BY c.name LIMIT ${limit}`;

/**
 * The same for somebody from whom the names are hidden, newest first, before an id: an order by name would give them away.
 * Row by row from the newest on, since asking after each of 20,000 names took two seconds.
 */
export const listNamelessVersions = (
  tx: TenantTransaction,
  tenantId: number,
  beforeId: number | null,
  limit: number,
) =>
  selectAll<Omit<CacheVersionRow, "name"> & { id: number }>(tx)`
    SELECT id, version, action_id, created_at FROM cache_versions v
    WHERE tenant_id = ${tenantId} AND (${beforeId}::bigint IS NULL OR id < ${beforeId}::bigint)
      AND id = (SELECT made.id FROM ${current(tenantId, sql`v.name`)} AS made)
    ORDER BY id DESC LIMIT ${limit}`;

/** Keeps an approved action for each of these customers, once. Returns the customers that were not kept before. */
export async function keepCustomerWatch(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  customers: readonly { customer_ref: string; impact_cents: number | null }[],
): Promise<string[]> {
  const rows = await selectAll<{ customerRef: string }>(tx)`
    INSERT INTO customer_watch (tenant_id, action_id, customer_ref, action_type, impact_cents, approved_at)
    SELECT a.tenant_id, a.id, c.customer_ref, a.action_type, c.impact_cents, a.decided_at FROM proposed_actions a
      CROSS JOIN jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) AS c (customer_ref text, impact_cents bigint)
    WHERE a.tenant_id = ${tenantId} AND a.id = ${actionId} AND a.decision = 'approve'
    ON CONFLICT (tenant_id, action_id, customer_ref) DO NOTHING RETURNING customer_ref`;
  return rows.map(({ customerRef }) => customerRef);
}

/** Raises the cache of each record in NetSuite that the action's writes changed. Returns the caches' names, in order. */
export async function raiseVersionsOfWrites(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
): Promise<string[]> {
  const writes = await selectAll<{ name: string; actionKey: string; payloadHash: string }>(tx)`
    SELECT DISTINCT ON (record_key) left('record:' || record_key, 200) AS name,
      'cache:' || action_key AS action_key, payload_hash
    FROM ns_pending_pushes
    WHERE tenant_id = ${tenantId} AND action_id = ${actionId} AND status = 'applied' AND destination = 'netsuite'
    ORDER BY record_key, line_no`;
  for (const write of writes) await insertNextVersion(tx, { tenantId, actionId, ...write });
  return writes.map(({ name }) => name);
}
