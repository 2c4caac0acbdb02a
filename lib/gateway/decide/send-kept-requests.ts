import { inTenant } from "@/db/client";
import { freeKeptRequests } from "@/db/queries/pushes/outbox";
import { afterCommit } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";

/**
 * A person who repeats a decision may have lost the answer to it. The requests of its pushes were kept for a process that then did not
 * send them: they are sent now instead of with the sweep. A request that is under way is sent twice under one id, of which Inngest
 * keeps one. Never throws: the decisions stand, and the sweep sends their requests too.
 */
export async function sendKeptRequests(
  tenantId: number,
  actionIds: readonly number[],
  gateway: Gateway,
): Promise<void> {
  if (!gateway.sendEvents || actionIds.length === 0) return;
  try {
    const freed = await inTenant(gateway.database, tenantId, (tx) =>
      freeKeptRequests(tx, tenantId, actionIds),
    );
    if (freed > 0) afterCommit(gateway, tenantId);
  } catch (error) {
    log.warn({ tenantId, error: describeError(error) }, "Kept requests were not freed; the sweep sends them");
  }
}
