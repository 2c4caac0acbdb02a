import { inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { type Caps, findCaps, updateCaps } from "@/db/queries/workflows/runs";
import type { CapsView } from "@/lib/contract/workflows/runs";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/** What the tenant's runs may do together, and how much of it they do now. */
export async function readCaps({ tenantId }: Person, gateway: Gateway = getGateway()): Promise<CapsView> {
  return inTenant(gateway.database, tenantId, async (tx) => capsViewOf(await findCaps(tx, tenantId)));
}

interface NewCaps {
  max_concurrency: number;
  max_runs_per_min: number;
  max_writes_per_run: number;
  reason: string;
}

/** From the next step and the next run on; a run that has begun keeps its cap of writes. @throws AppError not_allowed 403. */
export async function setCaps(
  admin: Person,
  caps: NewCaps,
  gateway: Gateway = getGateway(),
): Promise<CapsView> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  return inTenant(gateway.database, tenantId, async (tx) => {
    await updateCaps(tx, tenantId, {
      maxConcurrency: caps.max_concurrency,
      maxRunsPerMin: caps.max_runs_per_min,
      maxWritesPerRun: caps.max_writes_per_run,
      reason: caps.reason,
      by: admin.name,
    });
    await appendEvent(tx, {
      ...byPerson(admin),
      entityType: "run_caps",
      entityId: tenantId,
      type: "run_caps.changed",
      details: { ...caps, by_user_id: admin.userId },
    });
    return capsViewOf(await findCaps(tx, tenantId));
  });
}

const capsViewOf = (caps: Caps): CapsView => ({
  max_concurrency: caps.maxConcurrency,
  max_runs_per_min: caps.maxRunsPerMin,
  max_writes_per_run: caps.maxWritesPerRun,
  running: caps.running,
  reason: caps.reason,
  changed_by: caps.changedByLabel,
  changed_at: isoOf(caps.changedAt),
});
