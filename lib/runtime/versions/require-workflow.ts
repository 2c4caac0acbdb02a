import type { TenantTransaction } from "@/db/client";
import { findWorkflow } from "@/db/queries/workflows/workflows";
import { AppError } from "@/lib/core/errors";

/** @throws AppError not_found 404 for a workflow that is not here. */
export async function requireWorkflow(tx: TenantTransaction, tenantId: number, id: number) {
  const workflow = await findWorkflow(tx, tenantId, { id });
  if (!workflow) throw noSuchWorkflow();
  return workflow;
}

export const noSuchWorkflow = () => new AppError("not_found", "There is no such workflow here.");
