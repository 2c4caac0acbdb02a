import { inTenant } from "@/db/client";
import { readSecrets } from "@/db/queries/workflows/secrets";
import type { Gateway } from "@/lib/gateway/context";
import { openWorkflowSecret } from "@/lib/secrets/workflow-secret";
import { ValueError } from "@/lib/runtime/values/evaluate";

/**
 * The workflow's secrets that `text` names, opened. They are sent and kept nowhere. @throws ValueError for one that is not set, or
 *   that the app did not seal.
 */
export async function secretsFor(
  text: string,
  { tenantId, workflowId }: { tenantId: number; workflowId: number },
  names: readonly string[],
  { database }: Gateway,
): Promise<Record<string, string>> {
  const used = names.filter((name) => text.includes(name));
  if (used.length === 0) return {};
  const rows = await inTenant(database, tenantId, (tx) => readSecrets(tx, tenantId, workflowId));
  const sealed = new Map(rows.map((row) => [row.name, row.sealed]));
  return Object.fromEntries(used.map((name) => [name, opened(workflowId, name, sealed.get(name))]));
}

function opened(workflowId: number, name: string, sealed: string | undefined): string {
  if (sealed === undefined)
    throw new ValueError(`The secret ${name} is not set: an administrator sets it on the workflow's page.`);
  try {
    return openWorkflowSecret(workflowId, name, sealed);
  } catch (error) {
    throw new ValueError(`The secret ${name} was not sealed here: an administrator sets it anew.`, {
      cause: error,
    });
  }
}
