import { type TenantTransaction, inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { sumModelDay } from "@/db/queries/workflows/model-calls";
import { listUseOfWorkflows } from "@/db/queries/workflows/use-of-caps";
import { findCaps, updateCaps } from "@/db/queries/workflows/runs";
import type { CapsView } from "@/lib/contract/workflows/runs";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { millionthsOf, textOfMillionths } from "@/lib/core/run/model-call";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { capsOfWorkflows } from "./caps-of-workflows";

/** The caps on a tenant's runs together, and their present use. */
export async function readCaps({ tenantId }: Person, gateway: Gateway = getGateway()): Promise<CapsView> {
  return inTenant(gateway.database, tenantId, (tx) => readView(tx, tenantId));
}

interface NewCaps {
  max_concurrency: number;
  max_runs_per_min: number;
  max_writes_per_run: number;
  /** A decimal of the company's currency. Null: no cap. Absent: it stays. */
  max_model_cost_per_day?: string | null | undefined;
  reason: string;
}

/** From the next step and the next run on; a run that has begun keeps its cap of writes. @throws AppError not_allowed 403. */
export async function setCaps(
  admin: Person,
  { max_model_cost_per_day: cost, ...caps }: NewCaps,
  gateway: Gateway = getGateway(),
): Promise<CapsView> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const before = await findCaps(tx, tenantId);
    await updateCaps(tx, tenantId, {
      maxConcurrency: caps.max_concurrency,
      maxRunsPerMin: caps.max_runs_per_min,
      maxWritesPerRun: caps.max_writes_per_run,
      maxModelCostPerDay: cost === undefined ? before.maxModelCostPerDay : millionthsOrNone(cost),
      reason: caps.reason,
      by: admin.name,
    });
    const view = await readView(tx, tenantId);
    await appendEvent(tx, {
      ...byPerson(admin),
      entityType: "run_caps",
      entityId: tenantId,
      type: "run_caps.changed",
      details: {
        ...caps,
        max_model_cost_per_day: view.max_model_cost_per_day,
        currency: view.currency,
        by_user_id: admin.userId,
      },
    });
    return view;
  });
}

const millionthsOrNone = (cost: string | null) => (cost === null ? null : millionthsOf(cost));

async function readView(tx: TenantTransaction, tenantId: number): Promise<CapsView> {
  const caps = await findCaps(tx, tenantId);
  const { currency, cost } = await sumModelDay(tx, tenantId);
  const { maxModelCostPerDay: max } = caps;
  const uses = await listUseOfWorkflows(tx, tenantId);
  return {
    max_concurrency: caps.maxConcurrency,
    max_runs_per_min: caps.maxRunsPerMin,
    max_writes_per_run: caps.maxWritesPerRun,
    max_model_cost_per_day: max === null ? null : textOfMillionths(max),
    running: caps.running,
    runs_last_minute: uses.reduce((sum, { begun }) => sum + begun, 0),
    workflows: await capsOfWorkflows(tx, tenantId, uses),
    model_cost_today: textOfMillionths(cost),
    currency,
    reason: caps.reason,
    changed_by: caps.changedByLabel,
    changed_at: isoOf(caps.changedAt),
  };
}
