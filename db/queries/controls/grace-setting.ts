import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type RowOf, selectFirst, selectOne } from "@/db/queries/rows";
import type { graceSettings } from "@/db/schema/retention";

/** How long a decision on a page may be taken back. */

type GraceSettingRow = RowOf<typeof graceSettings, "seconds"> & {
  [Name in "reason" | "changedByLabel" | "changedAt"]: string | null;
};

/** True where an event of the ledger speaks of the setting. One that was written past it counts for nothing. */
const isRecorded = (tenantId: number) => sql`EXISTS (
  SELECT 1 FROM ledger_subjects
  WHERE tenant_id = ${tenantId} AND entity_type = 'grace_setting' AND entity_id = ${tenantId} AND chain_seq > 0)`;

/** The other columns are null where the tenant never decided it. */
export const readGraceSetting = (tx: TenantTransaction, tenantId: number) =>
  selectOne<GraceSettingRow>(tx)`
    SELECT grace_seconds(${tenantId}::bigint) AS seconds, g.reason, g.changed_by_label, g.changed_at
    FROM (SELECT) AS one LEFT JOIN grace_settings g
      ON g.tenant_id = ${tenantId} AND ${isRecorded(tenantId)}`;

/** False: it was so already, and nothing changed. A row that was written past the ledger is replaced. */
export async function changeGraceSetting(
  tx: TenantTransaction,
  tenantId: number,
  change: { seconds: number; reason: string; byLabel: string },
): Promise<boolean> {
  const row = await selectFirst<{ changed: boolean }>(tx)`
    INSERT INTO grace_settings AS g (tenant_id, seconds, reason, changed_by_label)
    SELECT ${tenantId}, ${change.seconds}::integer, ${change.reason}, ${change.byLabel}
    WHERE ${change.seconds}::integer <> grace_seconds(${tenantId}::bigint)
      OR EXISTS (SELECT 1 FROM grace_settings WHERE tenant_id = ${tenantId}) AND NOT ${isRecorded(tenantId)}
    ON CONFLICT (tenant_id) DO UPDATE SET seconds = excluded.seconds, reason = excluded.reason,
      changed_by_label = excluded.changed_by_label, changed_at = clock_timestamp()
    WHERE g.seconds <> excluded.seconds OR NOT ${isRecorded(tenantId)}
    RETURNING true AS changed`;
  return row !== null;
}
