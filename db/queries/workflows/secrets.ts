import type { TenantTransaction } from "@/db/client";
import type { Page, SealedRow } from "@/db/queries/people/sealed";
import { execute, selectAll, selectFirst } from "@/db/queries/rows";

/** Secrets of workflows, sealed. */

export const keepSecret = (
  tx: TenantTransaction,
  secret: { tenantId: number; workflowId: number; name: string; sealed: string; by: string },
) =>
  execute(tx)`
    INSERT INTO workflow_secrets (tenant_id, workflow_id, name, sealed, set_by_label)
    VALUES (${secret.tenantId}, ${secret.workflowId}, ${secret.name}, ${secret.sealed}, ${secret.by})
    ON CONFLICT (tenant_id, workflow_id, name)
      DO UPDATE SET sealed = EXCLUDED.sealed, set_by_label = EXCLUDED.set_by_label, set_at = clock_timestamp()`;

/** A workflow's secrets by name, without their values. */
export const listSecrets = (tx: TenantTransaction, tenantId: number, workflowId: number) =>
  selectAll<{ name: string; setByLabel: string; setAt: string }>(tx)`
    SELECT name, set_by_label, set_at FROM workflow_secrets
    WHERE tenant_id = ${tenantId} AND workflow_id = ${workflowId} ORDER BY name`;

/** Null: it is not set. */
export const findSecret = async (
  tx: TenantTransaction,
  { tenantId, workflowId, name }: { tenantId: number; workflowId: number; name: string },
): Promise<string | null> => {
  const row = await selectFirst<{ sealed: string }>(tx)`
    SELECT sealed FROM workflow_secrets
    WHERE tenant_id = ${tenantId} AND workflow_id = ${workflowId} AND name = ${name}`;
  return row?.sealed ?? null;
};

export type SealedSecret = SealedRow & { workflowId: number };

export const listSealedSecrets = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedSecret>(tx)`
    SELECT id, sealed AS value, workflow_id FROM workflow_secrets
    WHERE tenant_id = ${tenantId} AND id > ${afterId} ORDER BY id LIMIT ${limit}`;
