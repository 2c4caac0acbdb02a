import { sql } from "drizzle-orm";
import type { ActorKind } from "@/lib/core/ledger/hash-chain";
import type { TenantTransaction } from "@/db/client";
import { selectRows } from "@/db/queries/rows";

/** The thing that an event is about: an action, or any other subject by its kind. */
type LedgerSubject = { actionId: number } | { entityType: string; entityId: number };

export type LedgerEntry = LedgerSubject & {
  tenantId: number;
  type: string;
  actorKind: ActorKind;
  actorLabel: string;
  details: Record<string, unknown>;
};

/** Appends to the subject's hash chain, in the transaction that causes it. A chain begins with its first event. */
export async function appendEvent(tx: TenantTransaction, entry: LedgerEntry): Promise<void> {
  const [entityType, entityId] =
    "actionId" in entry ? ["proposed_action", entry.actionId] : [entry.entityType, entry.entityId];
  await tx.execute(
    sql`SELECT append_event(${entry.tenantId}::bigint, ${entityType}, ${entityId}::bigint, ${entry.type},
          ${entry.actorKind}, ${entry.actorLabel}, ${JSON.stringify(entry.details)}::jsonb)`,
  );
}

export interface EventRow {
  id: number;
  eventType: string;
  actorKind: string;
  actorLabel: string;
  bodyText: string;
  hash: string;
  prevHash: string;
  seq: number;
  occurredAt: string;
}

/** A subject's newest events first, at most `limit`. */
export async function listSubjectEvents(
  tx: TenantTransaction,
  tenantId: number,
  entityType: string,
  entityId: number,
  limit: number,
): Promise<EventRow[]> {
  return selectRows<EventRow>(
    tx,
    sql`SELECT id, event_type, actor_kind, actor_label, body_text, hash, prev_hash, seq, occurred_at FROM events
        WHERE tenant_id = ${tenantId} AND entity_type = ${entityType} AND entity_id = ${entityId} ORDER BY seq DESC LIMIT ${limit}`,
  );
}

/** One action's chain, oldest first, at most 4,000 links: a roll has some for each line. */
export async function listEvents(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
): Promise<EventRow[]> {
  return selectRows<EventRow>(
    tx,
    sql`SELECT id, event_type, actor_kind, actor_label, body_text, hash, prev_hash, seq, occurred_at FROM events
        WHERE tenant_id = ${tenantId} AND entity_type = 'proposed_action' AND entity_id = ${actionId} ORDER BY seq LIMIT 4000`,
  );
}
