import { CronExpressionParser } from "cron-parser";
import { inTenant } from "@/db/client";
import { listTenantIds } from "@/db/queries/people/tenants";
import { type VersionInForce, listInForce } from "@/db/queries/workflows/workflows";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";
import type { TriggerDefinition } from "@/lib/runtime/definitions/definition";
import { definitionOf } from "@/lib/runtime/versions/definition-of";
import { versionInForce } from "@/lib/runtime/versions/workflow-view";
import { beginTriggered } from "./triggered";
import { waitedAt } from "./waited-at";

/** A time that passed while nothing ran is caught up with within this span, and once: the last one alone. */
const CATCH_UP_MS = 24 * 3_600_000;
const SHORT_MS = 2 * 3_600_000;

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
    const due = lastDue(trigger, gateway.clock.now(), version.workflowId);
    if (!due) continue;
    const isSame = ({ schedule, timezone }: TriggerDefinition) =>
      schedule === trigger.schedule && timezone === trigger.timezone;
    try {
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

/**
 * The last time of the schedule, where it came not too long ago. Looked for forwards: on the nights on which clocks change, the
 * library's way back skips a time, or gives one twice. The `H` of a version from before such marks were refused stands for a number of
 * the workflow's own, always the same.
 */
export function lastDue(
  { schedule, timezone }: TriggerDefinition,
  now: Date,
  workflowId: number,
): Date | null {
  if (schedule === undefined) return null;
  const options = { tz: timezone ?? "UTC", hashSeed: `workflow ${workflowId}` };
  const since = (spanMs: number) => new Date(now.getTime() - spanMs);
  // A schedule of many times an hour has one within the shorter span.
  return (
    lastWithin(schedule, options, since(SHORT_MS), now) ??
    lastWithin(schedule, options, since(CATCH_UP_MS), now)
  );
}

function lastWithin(
  schedule: string,
  options: { tz: string; hashSeed: string },
  from: Date,
  now: Date,
): Date | null {
  const times = CronExpressionParser.parse(schedule, { ...options, currentDate: from });
  let last: Date | null = null;
  for (let next = times.next().toDate(); next <= now; next = times.next().toDate()) last = next;
  return last;
}
