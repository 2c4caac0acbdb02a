import { z } from "zod";
import type { TenantTransaction } from "@/db/client";
import type { UseOfWorkflow } from "@/db/queries/workflows/use-of-caps";
import { listCurrentPublications, listDefinitions, listWorkflows } from "@/db/queries/workflows/workflows";
import type { CapsView } from "@/lib/contract/workflows/runs";
import { parseJson } from "@/lib/core/values/json";
import { definitionSchema } from "@/lib/runtime/definitions/definition";
import { versionInForce } from "@/lib/runtime/versions/workflow-view";

const WORKFLOWS_MAX = 1_000;
const limitsSchema = z.object({ limits: definitionSchema.shape.limits });

/** The limits that workflows in force set themselves, with how much of them is in use; by name. */
export async function capsOfWorkflows(
  tx: TenantTransaction,
  tenantId: number,
  uses: readonly UseOfWorkflow[],
): Promise<CapsView["workflows"]> {
  const rows = await listWorkflows(tx, tenantId, WORKFLOWS_MAX);
  const inForce = new Map(
    (await listCurrentPublications(tx, tenantId)).map(({ workflowId, ...publication }) => [
      workflowId,
      versionInForce(tenantId, workflowId, publication),
    ]),
  );
  const ids = [...inForce.values()].filter((id) => id !== null);
  const texts = new Map(
    (await listDefinitions(tx, tenantId, ids)).map(({ id, definitionText }) => [id, definitionText]),
  );
  return rows.flatMap(({ id, name }) => {
    const limits = limitsIn(texts.get(inForce.get(id) ?? 0));
    if (limits === null) return [];
    const use = uses.find(({ workflowId }) => workflowId === id);
    return [
      {
        id,
        name,
        max_concurrency: limits.concurrency ?? null,
        running: use?.running ?? 0,
        max_runs_per_min: limits.runs_per_minute ?? null,
        runs_last_minute: use?.begun ?? 0,
        max_writes_per_run: limits.writes ?? null,
      },
    ];
  });
}

/** Null: none of its own. */
function limitsIn(definitionText: string | undefined) {
  const limits = limitsSchema.safeParse(parseJson(definitionText ?? "null")).data?.limits;
  const { concurrency, runs_per_minute: runs, writes } = limits ?? {};
  return limits && (concurrency ?? runs ?? writes) !== undefined ? limits : null;
}
