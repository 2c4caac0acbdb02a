import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectOne } from "@/db/queries/rows";

/** How often a workflow's secret or webhook's key was set, by the ledger, from which no event goes away. */

/** Each kind of event, with the member of its details that has the name. */
const MEMBERS = { "workflow.secret_set": "secret", "workflow.webhook_key_made": "webhook" } as const;
export type SettingEvent = keyof typeof MEMBERS;

interface Setting {
  tenantId: number;
  workflowId: number;
  type: SettingEvent;
  name: string;
}

export async function countSettings(tx: TenantTransaction, setting: Setting): Promise<number> {
  const { count } = await selectOne<{ count: number }>(tx)`
    SELECT count(*)::integer AS count FROM events
    WHERE tenant_id = ${setting.tenantId} AND entity_type = 'workflow' AND entity_id = ${setting.workflowId}
      AND event_type = ${setting.type}
      AND body_text::jsonb #>> ${sql.param(`{details,${MEMBERS[setting.type]}}`)}::text[] = ${setting.name}`;
  return count;
}
