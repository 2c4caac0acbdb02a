import type postgres from "postgres";

/** Secrets of workflows and keys of their webhooks from before they were numbered, as the tables' owner reads them. */

type Tx = postgres.TransactionSql;

export const SETTING_TABLES = {
  workflow_secrets: { event: "workflow.secret_set", member: "secret" },
  workflow_webhooks: { event: "workflow.webhook_key_made", member: "webhook" },
} as const;
export type SettingTable = keyof typeof SETTING_TABLES;

export interface SettingFromBefore {
  id: number;
  workflowId: number;
  name: string;
  sealed: string;
  /** How often it was set. */
  number: number;
}

export function settingsFromBefore(tx: Tx, table: SettingTable): PromiseLike<SettingFromBefore[]> {
  const { event, member } = SETTING_TABLES[table];
  return tx<SettingFromBefore[]>`
    SELECT w.id::int AS id, w.workflow_id::int AS "workflowId", w.name, w.sealed, (
      SELECT count(*)::int FROM events e
      WHERE e.tenant_id = w.tenant_id AND e.entity_type = 'workflow' AND e.entity_id = w.workflow_id
        AND e.event_type = ${event} AND e.body_text::jsonb #>> ARRAY['details', ${member}] = w.name) AS number
    FROM ${tx(table)} w ORDER BY w.id`;
}

export const keepSetting = (tx: Tx, table: SettingTable, { id, sealed }: { id: number; sealed: string }) =>
  tx`UPDATE ${tx(table)} SET sealed = ${sealed} WHERE id = ${id}`;
