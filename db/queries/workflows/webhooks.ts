import type { Pool, TenantTransaction } from "@/db/client";
import type { Page, SealedRow } from "@/db/queries/people/sealed";
import { selectAll, selectOne } from "@/db/queries/rows";

/** Webhooks that begin runs. */

export interface WebhookRow {
  tenantId: number;
  workflowId: number;
  name: string;
  /** The key, encrypted. */
  sealed: string;
}

/** Before anybody is known: whose it is. Null: there is none of this number. */
export async function findWebhook({ sql }: Pool, id: number): Promise<WebhookRow | null> {
  const [row] = await sql<WebhookRow[]>`SELECT * FROM find_webhook(${id})`;
  return row ?? null;
}

/** A new key in the place of the one before. */
export const keepWebhook = (tx: TenantTransaction, webhook: WebhookRow & { by: string }) =>
  selectOne<{ id: number }>(tx)`
    INSERT INTO workflow_webhooks (tenant_id, workflow_id, name, sealed, set_by_label)
    VALUES (${webhook.tenantId}, ${webhook.workflowId}, ${webhook.name}, ${webhook.sealed}, ${webhook.by})
    ON CONFLICT (tenant_id, workflow_id, name)
      DO UPDATE SET sealed = EXCLUDED.sealed, set_by_label = EXCLUDED.set_by_label, set_at = clock_timestamp()
    RETURNING id`;

export const listWebhooks = (tx: TenantTransaction, tenantId: number, workflowId: number) =>
  selectAll<{ id: number; name: string; setByLabel: string; setAt: string }>(tx)`
    SELECT id, name, set_by_label, set_at FROM workflow_webhooks
    WHERE tenant_id = ${tenantId} AND workflow_id = ${workflowId} ORDER BY name`;

export type SealedWebhookKey = SealedRow & { workflowId: number };

export const listSealedWebhookKeys = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedWebhookKey>(tx)`
    SELECT id, sealed AS value, workflow_id FROM workflow_webhooks
    WHERE tenant_id = ${tenantId} AND id > ${afterId} ORDER BY id LIMIT ${limit}`;
