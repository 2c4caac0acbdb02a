import { sql } from "drizzle-orm";
import type { TenantTransaction } from "../client";
import { selectRows } from "./rows";

export interface LedgerEntry {
  tenantId: number;
  actionId: number;
  type: string;
  actorKind: "person" | "agent" | "policy" | "system";
  actorLabel: string;
  details: Record<string, unknown>;
}

/** Appends to the action's hash chain, in the transaction that causes it. */
export async function appendEvent(tx: TenantTransaction, entry: LedgerEntry): Promise<void> {
  await tx.execute(
    sql`SELECT append_event(${entry.tenantId}::bigint, ${entry.actionId}::bigint, ${entry.type}, ${entry.actorKind},
          ${entry.actorLabel}, ${JSON.stringify(entry.details)}::jsonb)`,
  );
}

export interface EventRow {
  id: number;
  event_type: string;
  actor_kind: string;
  actor_label: string;
  body_text: string;
  hash: string;
  prev_hash: string;
  seq: number;
  occurred_at: string;
}

/** One action's chain, oldest first, at most 1,000 links. */
export async function listEvents(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
): Promise<EventRow[]> {
  return selectRows<EventRow>(
    tx,
    sql`SELECT id, event_type, actor_kind, actor_label, body_text, hash, prev_hash, seq, occurred_at FROM events
        WHERE tenant_id = ${tenantId} AND entity_type = 'proposed_action' AND entity_id = ${actionId} ORDER BY seq LIMIT 1000`,
  );
}
