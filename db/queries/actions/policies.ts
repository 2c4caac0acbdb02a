import { desc, eq } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { policies } from "@/db/schema/decisions";
import { selectOne } from "@/db/queries/rows";

/** Versions of a tenant's policy. A version never changes; the next one follows it. */

export interface PolicyRow {
  version: number;
  /** SHA-256 of the text at its installation, hex. */
  hash: string;
  text: string;
}

/** The version in force. Null: the tenant has none, and everything is denied. */
export async function findLatestPolicy(tx: TenantTransaction, tenantId: number): Promise<PolicyRow | null> {
  const { version, hash, cedarText: text } = policies;
  const [row] = await tx
    .select({ version, hash, text })
    .from(policies)
    .where(eq(policies.tenantId, tenantId))
    .orderBy(desc(policies.version))
    .limit(1);
  return row ?? null;
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
  const { tenantId, hash, text, note, createdByLabel } = policy;
  const row = await selectOne<{ version: number }>(tx)`
    INSERT INTO policies (tenant_id, version, hash, cedar_text, note, created_by_label)
    SELECT ${tenantId}, coalesce(max(version), 0) + 1, ${hash}, ${text}, ${note}, ${createdByLabel}
    FROM policies WHERE tenant_id = ${tenantId}
    RETURNING version`;
  return row.version;
}
