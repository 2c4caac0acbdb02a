import type { TenantTransaction } from "@/db/client";
import { wakeQueuedPushes } from "@/db/queries/controls/kill-switches";
import { haltLane, makeHaltedDue, openLane } from "@/db/queries/pushes/lanes";
import { appendEvent, bySystem } from "@/db/queries/ledger/events";
import { LANE_PROBE_SECONDS } from "@/db/queries/pushes/push-leases";
import { isoOf } from "@/lib/core/values/time";

/** The subject of the lane's own chain in the ledger; its entity id is the tenant's. */
export const LANE_SUBJECT = "push_lane";
export const laneSubjectOf = (tenantId: number) => ({ entityType: LANE_SUBJECT, entityId: tenantId });

/** Pushes that an opening lane requests at once; the next reconciliation requests the others. */
const wokenMax = 200;

interface Cause {
  code: string;
  message: string;
  /** The write that NetSuite refused; null if it was a read. */
  actionId: number | null;
  actionType: string | null;
}

/** Halts the account's lane. Appends an event unless the lane is already halted for the same cause. */
export async function stopLane(tx: TenantTransaction, tenantId: number, cause: Cause): Promise<void> {
  const { code, message } = cause;
  if (!(await haltLane(tx, tenantId, { code, message, probeInSeconds: LANE_PROBE_SECONDS }))) return;
  await appendEvent(tx, {
    ...bySystem(tenantId, "push"),
    ...laneSubjectOf(tenantId),
    type: "lane.halted",
    details: { code, action_id: cause.actionId, action_type: cause.actionType },
  });
}

/**
 * Opens a halted lane, appends an event and requests the waiting pushes. Returns false, with no effect, if the lane is
 * open.
 */
export async function reopenLane(
  tx: TenantTransaction,
  tenantId: number,
  cause: { actionId: number | null },
): Promise<boolean> {
  const haltedAt = await openLane(tx, tenantId);
  if (haltedAt === null) return false;
  await makeHaltedDue(tx, tenantId);
  const woken = await wakeQueuedPushes(tx, tenantId, wokenMax);
  await appendEvent(tx, {
    ...bySystem(tenantId, "push"),
    ...laneSubjectOf(tenantId),
    type: "lane.opened",
    details: { halted_at: isoOf(haltedAt), action_id: cause.actionId, woken },
  });
  return true;
}
