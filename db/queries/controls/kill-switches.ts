/** This room holds the SQL of switches, retention, overview and metrics. */

import type { TenantTransaction } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger/events";
import { type RowOf, execute, selectAll, selectFirst } from "@/db/queries/rows";
import type { killSwitches } from "@/db/schema/decisions";
import type { SwitchName } from "@/lib/core/kill-switch";

/** Kill switches: read, flipped, and the queue woken that waited behind one. */

export type SwitchRow = RowOf<
  typeof killSwitches,
  "id" | "tenantId" | "name" | "engaged" | "reason" | "changedByLabel" | "changedAt"
>;

/**
 * True for a failure inside the look at the switches itself: no privilege, no table, a damaged page, a lock that could not
 * be had. Switches that cannot be read count as engaged, and the transaction that asked has written nothing.
 */
export function isUnreadableSwitches(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (typeof cause !== "object" || cause === null || !("where" in cause)) return false;
  return typeof cause.where === "string" && cause.where.includes("function engaged_switch(");
}

/** The tenant's own three and the three global ones. */
export const listSwitches = (tx: TenantTransaction, tenantId: number) =>
  selectAll<SwitchRow>(tx)`
    SELECT id, tenant_id, name, engaged, reason, changed_by_label, changed_at FROM kill_switches
    WHERE tenant_id = ${tenantId} OR tenant_id IS NULL ORDER BY id`;

/**
 * Flips the tenant's own switch and appends to its chain. Waits for every claim and every sending that holds the row,
 * so that nothing more slips past once this has committed. Null: it stood that way already.
 */
export async function flipSwitch(
  tx: TenantTransaction,
  tenantId: number,
  change: { name: SwitchName; engaged: boolean; reason: string; byLabel: string },
): Promise<number | null> {
  const row = await selectFirst<{ id: number }>(tx)`
    UPDATE kill_switches SET engaged = ${change.engaged}, reason = ${change.reason},
      changed_by_label = ${change.byLabel}, changed_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND name = ${change.name} AND engaged <> ${change.engaged} RETURNING id`;
  if (!row) return null;
  await appendEvent(tx, {
    tenantId,
    entityType: "kill_switch",
    entityId: row.id,
    type: change.engaged ? "kill_switch.engaged" : "kill_switch.released",
    actorKind: "person",
    actorLabel: change.byLabel,
    details: { name: change.name, engaged: change.engaged, reason: change.reason },
  });
  return row.id;
}

/** Requests waiting pushes again under a new event id, one per action. Returns how many. */
export const wakeQueuedPushes = (tx: TenantTransaction, tenantId: number, limit: number) =>
  execute(tx)`
    WITH woken AS (
      UPDATE ns_pending_pushes SET send_round = send_round + 1
      WHERE tenant_id = ${tenantId} AND id IN (
        SELECT id FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND id IN (
          SELECT min(id) FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND status = 'queued'
          GROUP BY action_id ORDER BY min(id) LIMIT ${limit}) FOR UPDATE SKIP LOCKED)
      RETURNING id, send_round)
    SELECT enqueue_outbox(${tenantId}::bigint, 'ns-push.requested', 'push-' || id || '-round-' || send_round,
      jsonb_build_object('tenant_id', ${tenantId}::bigint, 'push_id', id)) FROM woken`;
