import type { CompleteMigration } from "@/db/migrate";
import {
  SETTING_TABLES,
  type SettingTable,
  keepSetting,
  settingsFromBefore,
} from "@/db/seed/settings-from-before";
import { keyRing } from "@/lib/secrets/key-ring";
import { tryBox } from "@/lib/secrets/secret-box";
import {
  type Setting,
  sealWebhookKey,
  sealWorkflowSecret,
  secretBoundTo,
  webhookKeyBoundTo,
} from "@/lib/secrets/workflow-secret";

const firstNumbered = "0068_sealed_requests.sql";

const BOXES = {
  workflow_secrets: { boundTo: secretBoundTo, seal: sealWorkflowSecret },
  workflow_webhooks: { boundTo: webhookKeyBoundTo, seal: sealWebhookKey },
} as const satisfies Record<SettingTable, object>;

/**
 * Numbers the secrets of workflows and the keys of their webhooks that were there before, in the transaction that migrates: the database
 * was trusted with which of them is the newest until then. What does not open stays as it is, and counts for nothing.
 */
export const numberSettingsFromBefore: CompleteMigration = async (tx, ran) => {
  if (!ran.includes(firstNumbered)) return;
  for (const table of Object.keys(SETTING_TABLES) as SettingTable[])
    for (const { id, sealed, ...setting } of await settingsFromBefore(tx, table)) {
      const numbered = numberedBox(table, setting, sealed);
      if (numbered !== null) await keepSetting(tx, table, { id, sealed: numbered });
    }
};

function numberedBox(table: SettingTable, setting: Setting, sealed: string): string | null {
  const { boundTo, seal } = BOXES[table];
  const opened = tryBox(sealed, boundTo(setting.workflowId), keyRing());
  if (!opened) return null;
  const [name, value] = JSON.parse(opened.secret) as [string, string];
  return name === setting.name ? seal(setting, value) : null;
}
