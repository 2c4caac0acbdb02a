import { type TenantTransaction, inTenant } from "@/db/client";
import { changeContentSetting, readContentSetting } from "@/db/queries/controls/content-setting";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { ContentSetting, ContentSettingChange } from "@/lib/contract/settings/content-setting";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { isoOf } from "@/lib/core/values/time";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/** The subject of the setting's own chain in the ledger; its entity id is the tenant's. */
const SUBJECT = "content_setting";

/** Whether viewers see content, and who decided it. Everybody may know. */
export async function readContentSettingOf(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<ContentSetting> {
  return inTenant(gateway.database, person.tenantId, (tx) => settingIn(tx, person.tenantId));
}

/**
 * Shows content to viewers, or hides it from them, at once. Setting it as it is changes nothing. Showing lets more through,
 * so that it needs a step-up. @throws AppError not_allowed, session_required 403; step_up_missing, step_up_invalid 428.
 */
export async function setContentSetting(
  person: Person,
  change: ContentSettingChange,
  gateway: Gateway = getGateway(),
): Promise<ContentSetting> {
  requireRole(person, "admin", "Changing who sees content");
  const { tenantId, name, userId } = person;
  const { viewers_see_content: viewersSeeContent, reason } = change;
  return inTenant(gateway.database, tenantId, async (tx) => {
    if (viewersSeeContent) await spendStepUp(tx, person, { purpose: "show_content", subject: "viewers" });
    if (await changeContentSetting(tx, tenantId, { viewersSeeContent, reason, byLabel: name }))
      await appendEvent(tx, {
        ...byPerson(person),
        entityType: SUBJECT,
        entityId: tenantId,
        type: "content_setting.changed",
        details: { viewers_see_content: viewersSeeContent, reason, user_id: userId },
      });
    return settingIn(tx, tenantId);
  });
}

async function settingIn(tx: TenantTransaction, tenantId: number): Promise<ContentSetting> {
  const row = await readContentSetting(tx, tenantId);
  return {
    viewers_see_content: row?.viewersSeeContent ?? false,
    changed_by: row?.changedByLabel ?? null,
    changed_at: isoOf(row?.changedAt),
    reason: row?.reason ?? null,
  };
}
