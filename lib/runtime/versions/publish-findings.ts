import type { TenantTransaction } from "@/db/client";
import type { Gateway } from "@/lib/gateway/context";
import type { WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import { modelFindings } from "@/lib/runtime/definitions/model-findings";
import type { Finding } from "@/lib/runtime/definitions/problem";
import { callFindings } from "./call-findings";

/** Findings that keep a faultless text from being published here, where other workflows are in force or other providers are set up. */
export async function publishFindings(
  tx: TenantTransaction,
  tenantId: number,
  definition: WorkflowDefinition,
  { modelProviders }: Gateway,
): Promise<Finding[]> {
  const providers = modelProviders.map(({ name }) => name);
  return [...(await callFindings(tx, tenantId, definition)), ...modelFindings(definition, providers)];
}
