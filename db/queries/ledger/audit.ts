import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectRows } from "@/db/queries/rows";

export interface ChainHead {
  id: number;
  chainHead: string;
  chainSeq: number;
}

export interface ChainRow {
  id: number;
  entityId: number;
  seq: number;
  prevHash: string;
  hash: string;
  bodyText: string;
  eventType: string;
  actorKind: string;
  actorLabel: string;
}

/** Whose heads stand on rows of their own; every other subject's stands in ledger_subjects. */
type Subject = "proposed_action" | "kill_switch";

/** The tenant's subjects after an id, with the head each row claims. Empty: that was all. */
export async function listChainHeads(
  tx: TenantTransaction,
  tenantId: number,
  subject: Subject,
  afterId: number,
  limit: number,
): Promise<ChainHead[]> {
  const table = sql.identifier(subject === "proposed_action" ? "proposed_actions" : "kill_switches");
  return selectRows<ChainHead>(
    tx,
    sql`SELECT id, chain_head, chain_seq FROM ${table} WHERE tenant_id = ${tenantId} AND id > ${afterId} ORDER BY id LIMIT ${limit}`,
  );
}

/** The other kinds of subjects that this tenant's ledger knows, at most 100. */
export async function listSubjectTypes(tx: TenantTransaction, tenantId: number): Promise<string[]> {
  const rows = await selectRows<{ entityType: string }>(
    tx,
    sql`SELECT DISTINCT entity_type FROM ledger_subjects WHERE tenant_id = ${tenantId} ORDER BY 1 LIMIT 100`,
  );
  return rows.map((row) => row.entityType);
}

/** As listChainHeads, for one of those kinds. */
export async function listSubjectHeads(
  tx: TenantTransaction,
  tenantId: number,
  entityType: string,
  afterId: number,
  limit: number,
): Promise<ChainHead[]> {
  return selectRows<ChainHead>(
    tx,
    sql`SELECT entity_id AS id, chain_head, chain_seq FROM ledger_subjects
        WHERE tenant_id = ${tenantId} AND entity_type = ${entityType} AND entity_id > ${afterId} ORDER BY entity_id LIMIT ${limit}`,
  );
}

/** Every link of these subjects, each subject's oldest first. */
export async function listChains(
  tx: TenantTransaction,
  tenantId: number,
  entityType: string,
  ids: readonly number[],
): Promise<ChainRow[]> {
  return selectRows<ChainRow>(
    tx,
    sql`SELECT id, entity_id, seq, prev_hash, hash, body_text, event_type, actor_kind, actor_label FROM events
        WHERE tenant_id = ${tenantId} AND entity_type = ${entityType} AND entity_id = ANY (${sql.param(ids as number[])}::bigint[])
        ORDER BY entity_id, seq`,
  );
}

/** Actions that say they were approved without a claiming decision on their very payload; there must be none. */
export async function listUndecided(
  tx: TenantTransaction,
  tenantId: number,
  limit: number,
): Promise<{ id: number }[]> {
  return selectRows<{ id: number }>(
    tx,
    sql`SELECT a.id FROM proposed_actions a
        WHERE a.tenant_id = ${tenantId} AND a.status IN ('approved', 'applied', 'stale', 'rejected') AND NOT EXISTS (
          SELECT 1 FROM decisions d WHERE d.tenant_id = a.tenant_id AND d.action_id = a.id AND d.outcome = 'claimed'
            AND d.payload_hash = a.payload_hash AND d.decision = a.decision)
        ORDER BY a.id LIMIT ${limit}`,
  );
}
