import { type TenantTransaction, inTenant } from "@/db/client";
import { findSecret } from "@/db/queries/workflows/secrets";
import { countSettings } from "@/db/queries/workflows/settings";
import type { Gateway } from "@/lib/gateway/context";
import { openWorkflowSecret } from "@/lib/secrets/workflow-secret";
import { ValueError } from "@/lib/runtime/values/evaluate";

export interface OpenedSecret {
  value: string;
  /** How often it has been set: another value has another number. */
  number: number;
}

interface OfWorkflow {
  tenantId: number;
  workflowId: number;
}

/**
 * The workflow's secrets that `text` names, opened. They are sent and kept nowhere. @throws ValueError for one that is not set, or
 *   whose newest value the app did not seal.
 */
export async function secretsFor(
  text: string,
  of: OfWorkflow,
  names: readonly string[],
  { database }: Gateway,
): Promise<Record<string, OpenedSecret>> {
  const used = names.filter((name) => text.includes(name));
  if (used.length === 0) return {};
  return inTenant(database, of.tenantId, async (tx) => {
    const secrets: Record<string, OpenedSecret> = {};
    for (const name of used) secrets[name] = await opened(tx, of, name);
    return secrets;
  });
}

async function opened(tx: TenantTransaction, of: OfWorkflow, name: string): Promise<OpenedSecret> {
  const sealed = await findSecret(tx, { ...of, name });
  if (sealed === null)
    throw new ValueError(`The secret ${name} is not set: an administrator sets it on the workflow's page.`);
  const number = await countSettings(tx, { ...of, type: "workflow.secret_set", name });
  const value = openWorkflowSecret({ workflowId: of.workflowId, name, number }, sealed);
  if (value === null)
    throw new ValueError(
      `The secret ${name} is not as an administrator set it last: an administrator sets it anew.`,
    );
  return { value, number };
}
