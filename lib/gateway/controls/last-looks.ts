import { type Database, inTenant } from "@/db/client";
import { endLooks } from "@/db/queries/controls/kill-switches";
import { listInFlight } from "@/db/queries/pushes/sending";
import type { KillSwitchChange } from "@/lib/contract/monitoring/overview";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";

/** More can be under way only after an outage that left many outcomes unknown. The answer says how many there are. */
const inFlightMax = 500;

/**
 * After an engagement: waits until every look that may not have seen it is over, of one tenant or (null) of all.
 * @throws AppError unavailable 503 where one could not be ended. The switch counts all the same.
 */
export async function untilNobodyLooks(database: Database, tenantId: number | null): Promise<void> {
  const left = await endLooks(database, tenantId);
  if (left === 0) return;
  throw new AppError(
    "unavailable",
    `The switch is engaged. ${left} looks from before it could not be ended yet; ask again to learn when they are.`,
    { retryAfterSeconds: 1 },
  );
}

/**
 * The writes that had left: those on their way now, then the newest of unknown outcome. Over the urgent connections, because
 * it is part of a switch's answer.
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
