import type { z } from "zod";
import { listTenantIds } from "@/db/queries/people/tenants";
import { isListening } from "@/db/changes";
import { inTenant } from "@/db/client";
import { readSealingState } from "@/db/queries/ledger/checkpoints";
import { isLaneOpen } from "@/db/queries/pushes/lanes";
import type { healthSchema } from "@/lib/contract/monitoring/overview";
import { CHECKPOINT_LATE_SECONDS } from "@/lib/core/ledger/verification";
import { SWEEP_STATES, type SweepState, isCarried } from "@/lib/core/sweep-state";
import { type Clock, systemClock } from "@/lib/clock";
import { getEnv } from "@/lib/env";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sweepViewIn } from "@/lib/gateway/controls/read-sweep";
import { sharedReading } from "./shared-reading";

type Health = z.infer<typeof healthSchema>;

const engineTimeoutMs = 1_500;
/** Anybody may ask, without an account and as often as they like: approvals must not wait for the answers. */
const freshMs = 1_000;

/** Whether the parts answer; no names, no counts, no versions, since anybody may ask. */
export async function readHealth(gateway: () => Gateway = getGateway): Promise<Health> {
  const engine = await readEngine();
  try {
    const parts = gateway();
    const { database } = parts;
    const changes = (await isListening(database)) ? "ok" : "down";
    const tenants = await readTenants(parts);
    const lane = tenants.every((tenant) => tenant.isLaneOpen) ? "open" : "halted";
    const sweeps = tenants.map((tenant) => tenant.sweep).sort(byGravity)[0] ?? "starting";
    const ledger = ledgerStateOf(tenants, parts);
    const isHealthy =
      lane === "open" && engine !== "down" && isCarried(sweeps) && changes === "ok" && ledger !== "late";
    const status = isHealthy ? "ok" : "degraded";
    return { status, app: "ok", database: "ok", engine, lane, sweeps, changes, ledger };
  } catch {
    const unknown = { lane: "unknown", sweeps: "unknown", changes: "down", ledger: "unknown" } as const;
    return { status: "degraded", app: "ok", database: "down", engine, ...unknown };
  }
}

/** The same for the public: one reading a second, however many ask. */
export const shareHealth = (gateway: () => Gateway, clock: Clock = systemClock) =>
  sharedReading({ read: () => readHealth(gateway), freshMs, clock });

export const readPublicHealth = shareHealth(getGateway);

interface TenantState {
  isLaneOpen: boolean;
  sweep: SweepState;
  isSealedLate: boolean;
}

/** Without a key nothing is sealed, and nothing can be late. */
function ledgerStateOf(tenants: readonly TenantState[], { ledgerKeys }: Gateway): Health["ledger"] {
  if (!ledgerKeys.signing) return "unsigned";
  return tenants.some(({ isSealedLate }) => isSealedLate) ? "late" : "sealed";
}

async function readTenants(gateway: Gateway): Promise<TenantState[]> {
  const tenants: TenantState[] = [];
  for (const tenantId of await listTenantIds(gateway.database)) {
    tenants.push(
      await inTenant(gateway.database, tenantId, async (tx) => ({
        isLaneOpen: await isLaneOpen(tx, tenantId),
        sweep: (await sweepViewIn(tx, tenantId, gateway)).state,
        isSealedLate: (await readSealingState(tx, tenantId)).oldestSeconds > CHECKPOINT_LATE_SECONDS,
      })),
    );
  }
  return tenants;
}

/** The gravest first. */
function byGravity(a: SweepState, b: SweepState): number {
  return SWEEP_STATES.indexOf(b) - SWEEP_STATES.indexOf(a);
}

/** The embedded engine has a health page of its own; Inngest's cloud is somebody else's to watch. */
async function readEngine(): Promise<Health["engine"]> {
  const baseUrl = getEnv().INNGEST_BASE_URL;
  if (!baseUrl) return "external";
  try {
    const answer = await fetch(new URL("/health", baseUrl), { signal: AbortSignal.timeout(engineTimeoutMs) });
    return answer.ok ? "ok" : "down";
  } catch {
    return "down";
  }
}
