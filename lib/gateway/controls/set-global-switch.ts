import type { Database } from "@/db/client";
import { flipGlobalSwitch, listGlobalSwitches } from "@/db/queries/controls/kill-switches";
import { listTenantIds } from "@/db/queries/people/tenants";
import type { GlobalSwitchChange, GlobalSwitches } from "@/lib/contract/overview";
import type { Operator } from "@/lib/core/access/principal";
import type { SwitchName } from "@/lib/core/kill-switch";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { inFlightOf, untilNobodyLooks } from "./last-looks";
import { requireReason } from "./switch-reason";
import { globalSwitchViewsOf } from "./switch-views";
import { wakeHeld, wakeTenant } from "./wake-tenant";

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
  const left = engaged ? await inFlightOfAll(database, tenantIds) : { in_flight: [], in_flight_total: 0 };
  if (!engaged) await wakeAll(database, tenantIds);
  return { switches: globalSwitchViewsOf(await listGlobalSwitches(database)), ...left, tenantIds };
}

async function inFlightOfAll(
  database: Database,
  tenantIds: readonly number[],
): Promise<Pick<GlobalSwitchChange, "in_flight" | "in_flight_total">> {
  const inFlight: GlobalSwitchChange["in_flight"] = [];
  let total = 0;
  for (const tenantId of tenantIds) {
    const { in_flight, in_flight_total } = await inFlightOf(database, tenantId);
    inFlight.push(...in_flight.map((write) => ({ tenant_id: tenantId, ...write })));
    total += in_flight_total;
  }
  return { in_flight: inFlight, in_flight_total: total };
}

/** No tenant waits for a push that somebody holds at another. */
async function wakeAll(database: Database, tenantIds: readonly number[]): Promise<void> {
  const held = new Map<number, number[]>();
  for (const tenantId of tenantIds) held.set(tenantId, await wakeTenant(database, tenantId));
  for (const [tenantId, pushIds] of held) await wakeHeld(database, tenantId, pushIds);
}
