import { sql } from "drizzle-orm";
import type { TenantTransaction } from "../client";
import { selectRows } from "./rows";

export interface ChainHead {
  id: number;
  chain_head: string;
  chain_seq: number;
}

export interface ChainRow {
  id: number;
  entity_id: number;
  seq: number;
  prev_hash: string;
  hash: string;
  body_text: string;
}

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

/** Every link of these subjects, each subject's oldest first. */
export async function listChains(
  tx: TenantTransaction,
  tenantId: number,
  subject: Subject,
  ids: readonly number[],
): Promise<ChainRow[]> {
  return selectRows<ChainRow>(
    tx,
    sql`SELECT id, entity_id, seq, prev_hash, hash, body_text FROM events
        WHERE tenant_id = ${tenantId} AND entity_type = ${subject} AND entity_id = ANY (${sql.param(ids as number[])}::bigint[])
        ORDER BY entity_id, seq`,
  );
}
