import { type SQL, and, desc, eq, lt, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { cacheVersions, emailDrafts } from "@/db/schema/internal";
import { type RowOf, execute, selectAll, selectOne } from "@/db/queries/rows";

/** Writes that stay with us. Each is unique by its action key: a second one of the same key inserts nothing. */

export type EmailDraftRow = typeof emailDrafts.$inferSelect;

export const findDraftByKey = (tx: TenantTransaction, tenantId: number, actionKey: string) =>
  findDraftWhere(tx, tenantId, eq(emailDrafts.actionKey, actionKey));

export const findDraft = (tx: TenantTransaction, tenantId: number, id: number) =>
  findDraftWhere(tx, tenantId, eq(emailDrafts.id, id));

async function findDraftWhere(tx: TenantTransaction, tenantId: number, which: SQL) {
  const [row] = await tx
    .select()
    .from(emailDrafts)
    .where(and(eq(emailDrafts.tenantId, tenantId), which));
  return row ?? null;
}

/** True once the database's clock has passed the time. */
export async function isPast(tx: TenantTransaction, time: string): Promise<boolean> {
  const { past } = await selectOne<{ past: boolean }>(tx)`
    SELECT clock_timestamp() > ${time}::timestamptz AS past`;
  return past;
}

/**
 * True where a draft for this customer, which a person approved or signed for, went to the address before. The draft's own row
 * is not believed: the action that was applied names the address.
 */
export async function wasWrittenTo(
  tx: TenantTransaction,
  tenantId: number,
  customer: string,
  address: string,
): Promise<boolean> {
  const found = await execute(tx)`
    SELECT 1 FROM email_drafts d
    JOIN proposed_actions a ON a.tenant_id = d.tenant_id AND a.id = d.action_id AND a.payload_hash = d.payload_hash
    WHERE d.tenant_id = ${tenantId} AND upper(trim(d.customer_ref)) = upper(trim(${customer}))
      AND lower(${address}) IN (lower(d.to_text), lower(d.cc_text)) AND a.status = 'applied'
      AND upper(trim(a.entity_ref)) = upper(trim(d.customer_ref)) AND EXISTS (
        SELECT 1 FROM jsonb_array_elements(a.payload_json -> 'changes') AS c
        WHERE c ->> 'field' IN ('to', 'cc') AND lower(c ->> 'to') = lower(${address}))
    LIMIT 1`;
  return found > 0;
}

/** Nothing happens where the key is known. */
export const insertDraft = (tx: TenantTransaction, row: typeof emailDrafts.$inferInsert) =>
  tx.insert(emailDrafts).values(row).onConflictDoNothing();

export async function findVersionByKey(tx: TenantTransaction, tenantId: number, actionKey: string) {
  const [row] = await tx
    .select()
    .from(cacheVersions)
    .where(and(eq(cacheVersions.tenantId, tenantId), eq(cacheVersions.actionKey, actionKey)));
  return row ?? null;
}

/** The next version of a cache, one caller at a time. Nothing happens where the key is known. */
export async function insertNextVersion(
  tx: TenantTransaction,
  write: Omit<typeof cacheVersions.$inferInsert, "version">,
): Promise<void> {
  const { tenantId, name } = write;
  await execute(tx)`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId}:cache:${name}`}, 0))`;
  await execute(tx)`
    INSERT INTO cache_versions (tenant_id, action_id, action_key, payload_hash, name, version)
    SELECT ${tenantId}, ${write.actionId}, ${write.actionKey}, ${write.payloadHash}, ${name},
      1 + coalesce((SELECT max(version) FROM cache_versions WHERE tenant_id = ${tenantId} AND name = ${name}), 0)
    ON CONFLICT (tenant_id, action_key) DO NOTHING`;
}

/** Newest first, before an id. Empty: that was all. */
export const listDrafts = (
  tx: TenantTransaction,
  tenantId: number,
  query: { status: EmailDraftRow["status"] | null; beforeId: number | null; limit: number },
) =>
  tx
    .select()
    .from(emailDrafts)
    .where(
      and(
        eq(emailDrafts.tenantId, tenantId),
        query.status ? eq(emailDrafts.status, query.status) : undefined,
        query.beforeId === null ? undefined : lt(emailDrafts.id, query.beforeId),
      ),
    )
    .orderBy(desc(emailDrafts.id))
    .limit(query.limit);

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

/** The version that holds of each cache, by name; after a name. */
export const listCacheVersions = (
  tx: TenantTransaction,
  tenantId: number,
  afterName: string | null,
  limit: number,
) =>
  selectAll<CacheVersionRow>(tx)`
    SELECT DISTINCT ON (name) name, version, action_id, created_at FROM cache_versions
    WHERE tenant_id = ${tenantId} AND (${afterName}::text IS NULL OR name > ${afterName})
    ORDER BY name, version DESC LIMIT ${limit}`;

/** The same for somebody from whom the names are hidden, newest first, before an id: an order by name would give them away. */
export const listNamelessVersions = (
  tx: TenantTransaction,
  tenantId: number,
  beforeId: number | null,
  limit: number,
) =>
  selectAll<Omit<CacheVersionRow, "name"> & { id: number }>(tx)`
    SELECT id, version, action_id, created_at FROM (
      SELECT DISTINCT ON (name) id, version, action_id, created_at FROM cache_versions
      WHERE tenant_id = ${tenantId} ORDER BY name, version DESC) AS current
    WHERE ${beforeId}::bigint IS NULL OR id < ${beforeId}::bigint
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
