import type { Database } from "@/db/client";
import { flipGlobalSwitch, listGlobalSwitches, wakeWaitingPushes } from "@/db/queries/controls/kill-switches";
import { listTenantIds } from "@/db/queries/people/tenants";
import type { GlobalSwitchChange, GlobalSwitches } from "@/lib/contract/overview";
import type { Operator } from "@/lib/core/access/principal";
import type { SwitchName } from "@/lib/core/kill-switch";
import { describeError, log } from "@/lib/log";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { inFlightOf, untilNobodyLooks } from "./last-looks";
import { requireReason } from "./switch-reason";
import { globalSwitchViewsOf } from "./switch-views";

/** Actions whose pushes are requested by one statement. */
const wokenPerBatch = 500;
/** Per tenant; reconciliation asks for the rest within 15 minutes. */
const batchesMax = 20;

export interface GlobalSwitchCommand {
  name: SwitchName;
  engaged: boolean;
  reason: string;
}

/** The switches that hold for every tenant. */
export async function readGlobalSwitches(
  _operator: Operator,
  gateway: Gateway = getGateway(),
): Promise<GlobalSwitches> {
  return { switches: globalSwitchViewsOf(await listGlobalSwitches(gateway.database)) };
}

/**
 * Engages or releases a switch for every tenant, as `setKillSwitch` does for one: it counts at once, and the answer names the
 * writes that had left. Releasing it requests the waiting pushes of every tenant; so does releasing it once more.
 * @throws AppError validation_failed 422 without a reason; unavailable 503 as `setKillSwitch`.
 */
export async function setGlobalSwitch(
  operator: Operator,
  command: GlobalSwitchCommand,
  gateway: Gateway = getGateway(),
): Promise<GlobalSwitchChange> {
  const { tenantIds, ...change } = await flipForEveryTenant(operator, command, gateway.database);
  for (const tenantId of tenantIds) afterCommit(gateway, tenantId);
  return change;
}

/** The same without a server around it: the sweep sends the events. */
export async function flipForEveryTenant(
  operator: Operator,
  { name, engaged, reason: text }: GlobalSwitchCommand,
  database: Database,
): Promise<GlobalSwitchChange & { tenantIds: number[] }> {
  const reason = requireReason(text);
  await flipGlobalSwitch(database, { name, engaged, reason, byLabel: operator.name });
  if (engaged) await untilNobodyLooks(database, null);
  const tenantIds = await listTenantIds(database.urgent);
  const inFlight: GlobalSwitchChange["in_flight"] = [];
  let total = 0;
  for (const tenantId of tenantIds) {
    if (engaged) {
      const { in_flight, in_flight_total } = await inFlightOf(database, tenantId);
      inFlight.push(...in_flight.map((write) => ({ tenant_id: tenantId, ...write })));
      total += in_flight_total;
    } else await wakeTenant(database, tenantId);
  }
  return {
    switches: globalSwitchViewsOf(await listGlobalSwitches(database)),
    in_flight: inFlight,
    in_flight_total: total,
    tenantIds,
  };
}

/** A fault leaves the tenant's pushes to reconciliation, or to another release, and keeps none from the other tenants. */
async function wakeTenant(database: Database, tenantId: number): Promise<void> {
  let after: number | null = 0;
  try {
    for (let batch = 0; after !== null && batch < batchesMax; batch += 1)
      after = await wakeWaitingPushes(database, tenantId, after, wokenPerBatch);
  } catch (error) {
    log.error({ tenantId, error: describeError(error) }, "A tenant's waiting pushes were not requested");
  }
}
