import { sql as fragment } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";

/** One version of a tenant's policy; never changed, only followed by the next. */
export interface PolicyRow {
  version: number;
  /** SHA-256 of the text, hex. */
  hash: string;
  text: string;
}

/** The version in force. Null: the tenant has none, and everything is denied. */
export async function findLatestPolicy(tx: TenantTransaction, tenantId: number): Promise<PolicyRow | null> {
  const rows = await tx.execute<{ version: number; hash: string; cedarText: string }>(fragment`
    SELECT version, hash, cedar_text FROM policies WHERE tenant_id = ${tenantId} ORDER BY version DESC LIMIT 1`);
  const row = rows[0];
  return row ? { version: row.version, hash: row.hash, text: row.cedarText } : null;
}

export interface NewPolicy {
  tenantId: number;
  hash: string;
  text: string;
  note: string;
  createdByLabel: string;
}

/**
 * Adds the next version. Of two added at once one fails on the unique (tenant, version), so no version is ever skipped
 * or given twice. Returns the version.
 */
export async function insertPolicy(tx: TenantTransaction, policy: NewPolicy): Promise<number> {
  const rows = await tx.execute<{ version: number }>(fragment`
    INSERT INTO policies (tenant_id, version, hash, cedar_text, note, created_by_label)
    SELECT ${policy.tenantId}, coalesce(max(version), 0) + 1, ${policy.hash}, ${policy.text}, ${policy.note}, ${policy.createdByLabel}
    FROM policies WHERE tenant_id = ${policy.tenantId}
    RETURNING version`);
  return rows[0]!.version;
}
