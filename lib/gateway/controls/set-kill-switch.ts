/** This room holds an administrator's controls: kill switches, the account's lane, retention. */

import { inTenant } from "@/db/client";
import { listInFlight } from "@/db/queries/pushes/push-leases";
import { flipSwitch, listSwitches, wakeQueuedPushes } from "@/db/queries/controls/kill-switches";
import type { SwitchName } from "@/lib/core/kill-switch";
import type { KillSwitchChange } from "@/lib/contract/overview";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { isoOf } from "@/lib/core/values/time";
import { switchViewsOf } from "./switch-views";

const wokenMax = 1_000;
/** More can be under way only after an outage that left many outcomes unknown. */
const inFlightMax = 500;

/**
 * Engages or releases one of the tenant's switches and records the reason in an event. Setting its current state
 * changes nothing. Releasing it requests the waiting pushes. Once it answers, no further write leaves: the answer names
 * those that had left, of which NetSuite may still begin some.
 * @throws AppError not_allowed 403; validation_failed 422 without a reason; blocked 423 if the environment or the
 *   operator's global switch engages it: no page can release those.
 */
export async function setKillSwitch(
  person: Person,
  command: { name: SwitchName; engaged: boolean; reason: string },
  gateway: Gateway = getGateway(),
): Promise<KillSwitchChange> {
  requireRole(person, "admin", "Changing a kill switch");
  const reason = command.reason.trim();
  if (reason === "") {
    throw new AppError(
      "validation_failed",
      "Say why: the reason is shown to everybody and kept in the ledger.",
      { issues: [{ path: "reason", message: "must not be empty" }] },
    );
  }
  const { rows, inFlight } = await inTenant(gateway.database, person.tenantId, async (tx) => {
    const before = switchViewsOf(await listSwitches(tx, person.tenantId), gateway.switchesFromEnvironment);
    const current = before.find((view) => view.name === command.name);
    if (!command.engaged && current?.engaged && !current.releasable) {
      const { source, since } = current;
      throw new AppError("blocked", `${command.name} is engaged by the ${source}; no page releases it.`, {
        members: { switch: command.name, since, source },
      });
    }
    const switchId = await flipSwitch(tx, person.tenantId, { ...command, reason, byLabel: person.name });
    if (switchId !== null && !command.engaged) await wakeQueuedPushes(tx, person.tenantId, wokenMax);
    return {
      rows: await listSwitches(tx, person.tenantId),
      inFlight: command.engaged ? await listInFlight(tx, person.tenantId, inFlightMax) : [],
    };
  });
  afterCommit(gateway, person.tenantId);
  return {
    switches: switchViewsOf(rows, gateway.switchesFromEnvironment),
    in_flight: inFlight.map(({ pushId, actionId, lineNo, status, sentAt }) => ({
      push_id: pushId,
      action_id: actionId,
      line_no: lineNo,
      status,
      sent_at: isoOf(sentAt),
    })),
  };
}
