import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type RowOf, selectFirst } from "@/db/queries/rows";
import type { contentSettings } from "@/db/schema/retention";

/** Whether viewers see the content of proposed actions. */

type ContentSettingRow = RowOf<
  typeof contentSettings,
  "viewersSeeContent" | "reason" | "changedByLabel" | "changedAt"
>;

/** True where an event of the ledger speaks of the setting. One that was written past it counts for nothing. */
const isRecorded = (tenantId: number) => sql`EXISTS (
  SELECT 1 FROM ledger_subjects
  WHERE tenant_id = ${tenantId} AND entity_type = 'content_setting' AND entity_id = ${tenantId} AND chain_seq > 0)`;

/** Null: the tenant never decided it. */
export const readContentSetting = (tx: TenantTransaction, tenantId: number) =>
  selectFirst<ContentSettingRow>(tx)`
    SELECT viewers_see_content, reason, changed_by_label, changed_at FROM content_settings
    WHERE tenant_id = ${tenantId} AND ${isRecorded(tenantId)}`;

/** False: it was so already, and nothing changed. A row that was written past the ledger is replaced. */
export async function changeContentSetting(
  tx: TenantTransaction,
  tenantId: number,
  change: { viewersSeeContent: boolean; reason: string; byLabel: string },
): Promise<boolean> {
  const row = await selectFirst<{ changed: boolean }>(tx)`
    INSERT INTO content_settings AS s (tenant_id, viewers_see_content, reason, changed_by_label)
    SELECT ${tenantId}, ${change.viewersSeeContent}, ${change.reason}, ${change.byLabel}
    WHERE ${change.viewersSeeContent} OR EXISTS (SELECT 1 FROM content_settings WHERE tenant_id = ${tenantId})
    ON CONFLICT (tenant_id) DO UPDATE SET viewers_see_content = excluded.viewers_see_content,
      reason = excluded.reason, changed_by_label = excluded.changed_by_label, changed_at = clock_timestamp()
    WHERE s.viewers_see_content <> excluded.viewers_see_content OR NOT ${isRecorded(tenantId)}
    RETURNING true AS changed`;
  return row !== null;
}
