import { type Database, inTenant } from "@/db/client";
import { endLooks } from "@/db/queries/controls/kill-switches";
import { listInFlight } from "@/db/queries/pushes/sending";
import type { KillSwitchChange } from "@/lib/contract/monitoring/overview";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";

/** More writes are in flight only after an outage with many unknown outcomes. `in_flight_total` counts all of them. */
const inFlightMax = 500;

/**
 * After a switch was engaged, waits for every check of the switches that began before it. `tenantId` null: those of all tenants.
 * @throws AppError unavailable 503 if one is still running. The switch is engaged all the same.
 */
export async function waitForEarlierChecks(database: Database, tenantId: number | null): Promise<void> {
  const left = await endLooks(database, tenantId);
  if (left === 0) return;
  throw new AppError(
    "unavailable",
    `The switch is engaged. ${left} checks that began before it are still running; ask again to learn when they have ended.`,
    { retryAfterSeconds: 1 },
  );
}

/**
 * The writes that were already sent: first those in flight, then the newest with an unknown outcome. Read over the urgent
 * connections, because a switch answers with them.
 */
export async function inFlightOf(
  { urgent }: Database,
  tenantId: number,
): Promise<Pick<KillSwitchChange, "in_flight" | "in_flight_total">> {
  const writes = await inTenant(urgent, tenantId, (tx) => listInFlight(tx, tenantId, inFlightMax));
  return {
    in_flight: writes.map(({ pushId, actionId, lineNo, status, sentAt }) => ({
      push_id: pushId,
      action_id: actionId,
      line_no: lineNo,
      status,
      sent_at: isoOf(sentAt),
    })),
    in_flight_total: writes[0]?.total ?? 0,
  };
}
