import { inTenant } from "@/db/client";
import { isLaneOpen } from "@/db/queries/pushes/lanes";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";
import { requireAccount } from "@/lib/gateway/netsuite-accounts";

const laneRetrySeconds = 60;

/** While the lane is halted NetSuite is asked nothing. @throws AppError no_netsuite_account 409; unavailable 503. */
export async function requireConnection(gateway: Gateway, tenantId: number): Promise<void> {
  await requireAccount(gateway, tenantId);
  if (await inTenant(gateway.database, tenantId, (tx) => isLaneOpen(tx, tenantId))) return;
  throw new AppError("unavailable", "The connection to NetSuite is halted.", {
    retryAfterSeconds: laneRetrySeconds,
  });
}
