/** This room holds an administrator's controls: kill switches, the account's lane, retention. */

import { inTenant } from "@/db/client";
import { type SwitchRow, flipSwitch, listSwitches } from "@/db/queries/controls/kill-switches";
import type { SwitchName } from "@/lib/core/kill-switch";
import type { KillSwitchChange } from "@/lib/contract/monitoring/overview";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { inFlightOf, waitForEarlierChecks } from "./earlier-checks";
import { assertSame, releaseWithSeal } from "./release-switch";
import { requireReason } from "./switch-reason";
import { switchViewsOf } from "./switch-views";
import { wakeTenants } from "./wake-tenant";

/**
 * Engages or releases one of the tenant's switches and records the reason in an event. It counts from the moment it is asked
 * for: no look that begins later passes it, and looks under way are waited for, or ended. So once it answers, no further write
 * leaves: the answer names those that had left, of which NetSuite may still begin some. Setting its current state changes
 * nothing. Releasing it needs a session and a step-up, and carries the app's seal; it requests the waiting pushes; so does releasing it once more.
 * @throws AppError not_allowed, session_required 403; step_up_missing, step_up_invalid 428; validation_failed 422 without a reason; blocked 423 if the environment or the
 *   operator's global switch engages it: no page can release those; changed 412 where a release names another stop; unavailable 503 if it is engaged, and somebody who looked
 *   before could not be ended.
 */
export async function setKillSwitch(
  person: Person,
  { since, ...command }: { name: SwitchName; engaged: boolean; reason: string; since?: string | undefined },
  gateway: Gateway = getGateway(),
): Promise<KillSwitchChange> {
  requireRole(person, "admin", "Changing a kill switch");
  const reason = requireReason(command.reason);
  const { tenantId } = person;
  const { database } = gateway;
  const flip = { name: command.name, reason, byLabel: person.name };
  if (command.engaged) {
    await flipSwitch(database, tenantId, { ...flip, release: null });
    afterCommit(gateway, tenantId);
    await waitForEarlierChecks(database, tenantId);
    return { switches: await readViews(tenantId, gateway), ...(await inFlightOf(database, tenantId)) };
  }
  await assertReleasable(tenantId, { name: command.name, since }, gateway);
  await inTenant(database.urgent, tenantId, (tx) =>
    spendStepUp(tx, person, { purpose: "release_switch", subject: command.name }),
  );
  const ownRow = async () =>
    (await readRows(tenantId, gateway)).find((row) => row.name === command.name && row.tenantId !== null);
  await releaseWithSeal(
    { read: ownRow, flip: (release) => flipSwitch(database, tenantId, { ...flip, release }) },
    since,
  );
  afterCommit(gateway, tenantId);
  await wakeTenants(database, [tenantId], () => afterCommit(gateway, tenantId));
  return { switches: await readViews(tenantId, gateway), in_flight: [], in_flight_total: 0 };
}

async function assertReleasable(
  tenantId: number,
  { name, since: seen }: { name: SwitchName; since: string | undefined },
  gateway: Gateway,
): Promise<void> {
  const current = (await readViews(tenantId, gateway)).find((view) => view.name === name);
  if (!current?.engaged) return;
  const { source, since, releasable } = current;
  if (!releasable)
    throw new AppError("blocked", `${name} is engaged by the ${source}; no page releases it.`, {
      members: { switch: name, since, source },
    });
  assertSame({ name, since }, seen);
}

const readRows = (tenantId: number, { database }: Gateway): Promise<SwitchRow[]> =>
  inTenant(database.urgent, tenantId, (tx) => listSwitches(tx, tenantId));

async function readViews(tenantId: number, gateway: Gateway): Promise<KillSwitchChange["switches"]> {
  return switchViewsOf(await readRows(tenantId, gateway), gateway);
}
