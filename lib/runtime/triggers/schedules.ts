import { inTenant } from "@/db/client";
import { listTenantIds } from "@/db/queries/people/tenants";
import { type VersionInForce, listInForce } from "@/db/queries/workflows/workflows";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";
import type { TriggerDefinition } from "@/lib/runtime/definitions/definition";
import { definitionOf } from "@/lib/runtime/versions/definition-of";
import { versionInForce } from "@/lib/runtime/versions/workflow-view";
import { lastDue } from "./due-times";
import { beginTriggered } from "./triggered";
import { waitedAt } from "./waited-at";

/** Begins the runs whose time has come, of every tenant. Asked every minute; a fault of one keeps no other. */
export async function beginScheduled(gateway: Gateway = getGateway()): Promise<{ begun: number }> {
  let begun = 0;
  for (const tenantId of await listTenantIds(gateway.database)) {
    const versions = await inTenant(gateway.database, tenantId, (tx) =>
      listInForce(tx, tenantId, '"schedule"'),
    );
    for (const version of versions) begun += await beginDue(tenantId, version, gateway);
  }
  return { begun };
}

async function beginDue(tenantId: number, version: VersionInForce, gateway: Gateway): Promise<number> {
  if (versionInForce(tenantId, version.workflowId, version) === null) return 0;
  const { on = [] } = definitionOf({ definitionText: version.definitionText, hash: version.hash! });
  let begun = 0;
  for (const [index, trigger] of on.entries()) {
    const isSame = ({ schedule, timezone }: TriggerDefinition) =>
      schedule === trigger.schedule && timezone === trigger.timezone;
    try {
      const due = lastDue(trigger, gateway.clock.now(), version.workflowId);
      if (!due) continue;
      const waited = await inTenant(gateway.database, tenantId, (tx) =>
        waitedAt(tx, tenantId, version, due.toISOString(), isSame),
      );
      if (!waited) continue;
      const occasion = {
        tenantId,
        workflow: version.workflow,
        type: "schedule" as const,
        event: { time: due.toISOString() },
        ref: due.toISOString(),
        at: due,
        label: "schedule",
      };
      if ((await beginTriggered(on, index, occasion, gateway)).created) begun += 1;
    } catch (error) {
      // The text before began the run of this time, with other inputs.
      if (error instanceof AppError && error.code === "idempotency_conflict") continue;
      const { workflow } = version;
      log.warn({ tenantId, workflow, error: describeError(error) }, "A scheduled run could not begin");
    }
  }
  return begun;
}
