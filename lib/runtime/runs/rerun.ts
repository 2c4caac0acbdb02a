import { inTenant } from "@/db/client";
import { findWorkflow } from "@/db/queries/workflows/workflows";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { hasRunEnded } from "@/lib/core/run/run";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import type { Json } from "@/lib/runtime/values/evaluate";
import { requireStarter } from "./run-access";
import { runViewOf } from "./run-view";
import { type BegunRun, beginRun, beginnerOf, requireRun } from "./start-run";

/**
 * Goes on from a run that failed or was cancelled, as a new run of the same version and inputs: what succeeded there is not done
 * again. A run is gone on from once; go on from its successor then.
 * @throws AppError not_allowed 403; not_found 404; run_is_running 409 while it is not over; nothing_to_do 409 where it succeeded;
 *   unproven 409 where something of that run was written past the app; not_in_force 409; rate_limited 429.
 */
export async function rerun(person: Person, id: number, gateway: Gateway = getGateway()): Promise<BegunRun> {
  requireStarter(person);
  const { tenantId } = person;
  const { former, workflow } = await inTenant(gateway.database, tenantId, async (tx) => {
    const run = await requireRun(tx, tenantId, id);
    return { former: run, workflow: (await findWorkflow(tx, tenantId, { id: run.workflowId }))!.name };
  });
  if (!hasRunEnded(former.status))
    throw new AppError("run_is_running", "This run is not over: cancel it first, or wait.");
  if (former.status === "succeeded")
    throw new AppError("nothing_to_do", "This run succeeded: start a new one to do all of it again.");
  const beginning = {
    workflow,
    version_id: former.workflowVersionId,
    inputs: former.inputsJson as Record<string, Json>,
    trigger: { type: "rerun" as const, ref: String(id) },
    rerunOf: id,
  };
  const { created, runId } = await beginRun(beginnerOf(person), beginning, gateway);
  const run = await inTenant(gateway.database, tenantId, (tx) => runViewOf(tx, tenantId, runId));
  return { created, run };
}
