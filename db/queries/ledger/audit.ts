import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { proposedActions } from "@/db/schema/actions";
import type { ChainLink } from "@/lib/core/ledger/hash-chain";
import { type RowOf, execute, selectAll } from "@/db/queries/rows";

/** Chains and their heads, page by page, as the verification of the ledger walks them. */

export type ChainHead = RowOf<typeof proposedActions, "id" | "chainHead" | "chainSeq">;

export type ChainRow = ChainLink & { entityId: number };

/** Subjects that hold their head on their own row; every other subject's head is in ledger_subjects. */
type Subject = "proposed_action" | "kill_switch";

/**
 * The tenant's subjects after an id, and the global switches, with the head that each row claims. Empty: there are no more.
 */
export function listChainHeads(
  tx: TenantTransaction,
  tenantId: number,
  subject: Subject,
  afterId: number,
  limit: number,
) {
  const table = sql.identifier(subject === "proposed_action" ? "proposed_actions" : "kill_switches");
  const orGlobal = subject === "kill_switch" ? sql`OR tenant_id IS NULL` : sql``;
  return selectAll<ChainHead>(tx)`
    SELECT id, chain_head, chain_seq FROM ${table}
    WHERE (tenant_id = ${tenantId} ${orGlobal}) AND id > ${afterId} ORDER BY id LIMIT ${limit}`;
}

/** The other kinds of subjects in this tenant's ledger, at most 100. */
export async function listSubjectTypes(tx: TenantTransaction, tenantId: number): Promise<string[]> {
  const rows = await selectAll<{ entityType: string }>(tx)`
    SELECT DISTINCT entity_type FROM ledger_subjects WHERE tenant_id = ${tenantId} ORDER BY 1 LIMIT 100`;
  return rows.map((row) => row.entityType);
}

/** As listChainHeads, for one of those kinds. */
export const listSubjectHeads = (
  tx: TenantTransaction,
  tenantId: number,
  entityType: string,
  afterId: number,
  limit: number,
) =>
  selectAll<ChainHead>(tx)`
    SELECT entity_id AS id, chain_head, chain_seq FROM ledger_subjects
    WHERE tenant_id = ${tenantId} AND entity_type = ${entityType}
      AND entity_id > ${afterId}
    ORDER BY entity_id LIMIT ${limit}`;

/** Every link of these subjects, each subject's oldest first. */
export const listChains = (
  tx: TenantTransaction,
  tenantId: number,
  entityType: string,
  ids: readonly number[],
) =>
  selectAll<ChainRow>(tx)`
    SELECT id, entity_id, seq, prev_hash, hash, body_text, event_type, actor_kind, actor_label FROM events
    WHERE (tenant_id = ${tenantId} ${entityType === "kill_switch" ? sql`OR tenant_id IS NULL` : sql``})
      AND entity_type = ${entityType} AND entity_id = ANY (${sql.param(ids as number[])}::bigint[])
    ORDER BY entity_id, seq`;

/** Actions that claim an approval without a claiming decision on their very payload; there must be none. */
export const listUndecided = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<{ id: number }>(tx)`
    SELECT a.id FROM proposed_actions a
    WHERE a.tenant_id = ${tenantId} AND a.status IN ('approved', 'applied', 'stale', 'rejected') AND NOT EXISTS (
      SELECT 1 FROM decisions d WHERE d.tenant_id = a.tenant_id AND d.action_id = a.id AND d.outcome = 'claimed'
        AND d.payload_hash = a.payload_hash AND d.decision = a.decision)
    ORDER BY a.id LIMIT ${limit}`;

/** Verification reads the whole ledger page by page; one page may take longer than an ordinary request may. */
export const takeTimeToVerify = (tx: TenantTransaction) => execute(tx)`SELECT take_time('5 minutes')`;
