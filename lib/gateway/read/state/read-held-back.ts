import { inTenant } from "@/db/client";
import { listClusters } from "@/db/queries/actions/waiting";
import { type HeldBackRow, listHeldBack } from "@/db/queries/controls/held-back";
import type { HeldBackView } from "@/lib/contract/people/held-back";
import { heldBackReasonOf, hourOf } from "@/lib/core/action/held-back";
import { type Person, mayAdminister } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { flushHeldBack } from "@/lib/gateway/controls/quotas/held-back";

const CLUSTERS_MAX = 10;

/**
 * Refusals within a day, by agent and reason, and the largest groups that wait. For those who decide and those who
 * administer. @throws AppError not_allowed 403.
 */
export async function readHeldBack(person: Person, gateway: Gateway = getGateway()): Promise<HeldBackView> {
  if (!mayAdminister(person.role)) requireRole(person, "approver");
  const { tenantId } = person;
  await flushHeldBack(gateway);
  return inTenant(gateway.database, tenantId, async (tx) => ({
    items: (await listHeldBack(tx, tenantId, hourOf(gateway.clock.now()))).flatMap(itemOf),
    clusters: (await listClusters(tx, tenantId, CLUSTERS_MAX)).map((cluster) => ({
      agent_name: cluster.agentName,
      action_type: cluster.actionType,
      waiting: cluster.waiting,
      oldest_at: isoOf(cluster.oldestAt)!,
    })),
  }));
}

/** Empty for a reason that this release does not know. */
function itemOf(row: HeldBackRow): HeldBackView["items"] {
  const reason = heldBackReasonOf(row.reason);
  if (reason === null) return [];
  const status = row.revokedAt !== null ? "revoked" : row.pausedAt !== null ? "paused" : "active";
  return [
    {
      agent: { id: row.agentId, name: row.agentName, status },
      reason,
      this_hour: row.thisHour,
      day: row.day,
      first_at: isoOf(row.firstAt)!,
      last_at: isoOf(row.lastAt)!,
      last_action_type: row.lastActionType,
      last_entity_ref: row.lastEntityRef,
    },
  ];
}
