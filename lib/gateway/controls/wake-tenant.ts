import type { Database } from "@/db/client";
import { wakeHeldPushes, wakeWaitingPushes } from "@/db/queries/controls/kill-switches";
import { describeError, log } from "@/lib/log";

/**
 * Requests the pushes that a switch halted, in transactions of their own, once its release has committed. A fault leaves a
 * tenant's pushes to reconciliation, or to another release, and keeps none from the other tenants.
 */

/** Actions whose pushes are requested by one statement. */
const wokenPerBatch = 500;
/** Per tenant; reconciliation asks for the rest within 15 minutes. */
const batchesMax = 20;

/** Requests those that nobody holds. Returns the others, which `wakeHeld` requests. */
export async function wakeTenant(database: Database, tenantId: number): Promise<number[]> {
  const held: number[] = [];
  let after: number | null = 0;
  try {
    for (let batch = 0; after !== null && batch < batchesMax; batch += 1) {
      const woken = await wakeWaitingPushes(database, tenantId, after, wokenPerBatch);
      held.push(...woken.held);
      after = woken.last;
    }
  } catch (error) {
    logFault(tenantId, error);
  }
  return held;
}

/** The holder of a push may have read the switches before the release, so each push is requested once it is free. */
export async function wakeHeld(database: Database, tenantId: number, held: readonly number[]): Promise<void> {
  if (held.length === 0) return;
  await wakeHeldPushes(database, tenantId, held).catch((error: unknown) => logFault(tenantId, error));
}

function logFault(tenantId: number, error: unknown): void {
  log.error({ tenantId, error: describeError(error) }, "A tenant's waiting pushes were not requested");
}
