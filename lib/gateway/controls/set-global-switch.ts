import type { Database } from "@/db/client";
import { flipGlobalSwitch, listGlobalSwitches } from "@/db/queries/controls/kill-switches";
import { listTenantIds } from "@/db/queries/people/tenants";
import type { GlobalSwitchChange, GlobalSwitches } from "@/lib/contract/monitoring/overview";
import type { Operator } from "@/lib/core/access/principal";
import type { SwitchName } from "@/lib/core/kill-switch";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { inFlightOf, waitForEarlierChecks } from "./earlier-checks";
import { releaseWithSeal } from "./release-switch";
import { requireReason } from "./switch-reason";
import { globalSwitchViewsOf } from "./switch-views";
import { wakeTenants } from "./wake-tenant";

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
 * @throws AppError validation_failed 422 without a reason; changed 412 where a release meets others; unavailable 503 as
 *   `setKillSwitch`.
 */
export async function setGlobalSwitch(
  operator: Operator,
  command: GlobalSwitchCommand,
  gateway: Gateway = getGateway(),
): Promise<GlobalSwitchChange> {
  return flipForEveryTenant(operator, command, gateway.database, (tenantId) =>
    afterCommit(gateway, tenantId),
  );
}

/** The same without a server around it: the sweep sends the events. */
export async function flipForEveryTenant(
  operator: Operator,
  { name, engaged, reason: text }: GlobalSwitchCommand,
  database: Database,
  onChange: (tenantId: number) => void = () => {},
): Promise<GlobalSwitchChange> {
  const reason = requireReason(text);
  const flip = { name, reason, byLabel: operator.name };
  if (engaged) {
    await flipGlobalSwitch(database, { ...flip, release: null });
    await waitForEarlierChecks(database, null);
  } else {
    await releaseWithSeal({
      read: async () => (await listGlobalSwitches(database)).find((row) => row.name === name),
      flip: (release) => flipGlobalSwitch(database, { ...flip, release }),
    });
  }
  const tenantIds = await listTenantIds(database.urgent);
  tenantIds.forEach(onChange);
  const left = engaged ? await inFlightOfAll(database, tenantIds) : { in_flight: [], in_flight_total: 0 };
  if (!engaged) await wakeTenants(database, tenantIds, onChange);
  return { switches: globalSwitchViewsOf(await listGlobalSwitches(database)), ...left };
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
