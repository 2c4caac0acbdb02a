import type { z } from "zod";
import { listTenantIds } from "@/db/queries/people/tenants";
import { inTenant } from "@/db/client";
import { isLaneOpen } from "@/db/queries/pushes/lanes";
import type { healthSchema } from "@/lib/contract/overview";
import { getEnv } from "@/lib/env";
import { type Gateway, getGateway } from "@/lib/gateway/context";

type Health = z.infer<typeof healthSchema>;

const engineTimeoutMs = 1_500;

/** Whether the parts answer; no names, no counts, no versions, since anybody may ask. */
export async function readHealth(gateway: () => Gateway = getGateway): Promise<Health> {
  const engine = await readEngine();
  try {
    const { database } = gateway();
    const tenants = await listTenantIds(database);
    let lane: Health["lane"] = "open";
    for (const tenantId of tenants) {
      if (!(await inTenant(database, tenantId, (tx) => isLaneOpen(tx, tenantId)))) lane = "halted";
    }
    const healthy = lane === "open" && engine !== "down";
    return { status: healthy ? "ok" : "degraded", app: "ok", database: "ok", engine, lane };
  } catch {
    return { status: "degraded", app: "ok", database: "down", engine, lane: "unknown" };
  }
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
