import type { TenantTransaction } from "@/db/client";
import { type VersionInForce, findPublicationAt } from "@/db/queries/workflows/workflows";
import type { TriggerDefinition } from "@/lib/runtime/definitions/definition";
import { definitionOf } from "@/lib/runtime/versions/definition-of";
import { versionInForce } from "@/lib/runtime/versions/workflow-view";

/**
 * True where the workflow had such a trigger in force at that moment, by whichever publication: what happened before anybody published
 * it begins nothing, and a publication in between loses nothing.
 */
export async function waitedAt(
  tx: TenantTransaction,
  tenantId: number,
  { workflowId, at: publishedAt }: VersionInForce,
  at: string,
  isSuch: (trigger: TriggerDefinition) => boolean,
): Promise<boolean> {
  // The database's times are finer than those of JavaScript: within one millisecond it says which came first.
  if (Date.parse(publishedAt) < Date.parse(at)) return true;
  const then = await findPublicationAt(tx, tenantId, workflowId, at);
  if (!then || versionInForce(tenantId, workflowId, then) === null) return false;
  return (definitionOf({ definitionText: then.definitionText!, hash: then.hash! }).on ?? []).some(isSuch);
}
