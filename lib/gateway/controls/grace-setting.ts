import { type TenantTransaction, inTenant } from "@/db/client";
import { changeGraceSetting, readGraceSetting as readIn } from "@/db/queries/controls/grace-setting";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { GraceSetting, GraceSettingChange } from "@/lib/contract/settings/grace";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/** The subject of the setting's own chain in the ledger; its entity id is the tenant's. */
const SUBJECT = "grace_setting";

/** How long decisions may be taken back, and who decided that. Everybody may know. */
export async function readGraceSetting(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<GraceSetting> {
  return inTenant(gateway.database, person.tenantId, (tx) => settingIn(tx, person.tenantId));
}

/**
 * Sets it for decisions from now on; a grace that runs keeps its end. Setting it as it is changes nothing. Neither direction
 * lets anything through that was held back, so that it needs no step-up. @throws AppError not_allowed 403.
 */
export async function setGraceSetting(
  person: Person,
  { seconds, reason }: GraceSettingChange,
  gateway: Gateway = getGateway(),
): Promise<GraceSetting> {
  requireRole(person, "admin", "Changing the time to take back");
  const { tenantId, name, userId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    if (await changeGraceSetting(tx, tenantId, { seconds, reason, byLabel: name }))
      await appendEvent(tx, {
        ...byPerson(person),
        entityType: SUBJECT,
        entityId: tenantId,
        type: "grace_setting.changed",
        details: { seconds, reason, user_id: userId },
      });
    return settingIn(tx, tenantId);
  });
}

async function settingIn(tx: TenantTransaction, tenantId: number): Promise<GraceSetting> {
  const { seconds, reason, changedByLabel, changedAt } = await readIn(tx, tenantId);
  return { seconds, changed_by: changedByLabel, changed_at: isoOf(changedAt), reason };
}
