import type { Database } from "@/db/client";
import { wakeHeldPush, wakeWaitingPushes } from "@/db/queries/controls/kill-switches";
import { describeError, log } from "@/lib/log";

/**
 * Requests the pushes that a switch halted, in transactions of their own, once its release has committed. A fault leaves a
 * push to reconciliation, or to another release, and delays no other push.
 */

/** Actions whose pushes are requested by one statement. */
const wokenPerBatch = 500;
/** Per tenant; reconciliation asks for the rest within 15 minutes. */
const batchesMax = 20;
/** More than the eight seconds after which a frozen process loses its locks (`db/role-settings.ts`). For all pushes together. */
const heldWaitMs = 10_000;
/** Of one release. Each waits over a connection of its own, which others need. */
const heldAtOnce = 2;
/** The pushes that some release waits for: a repeated release takes no further connection for them. */
const waitedFor = new Set<number>();

/** A push that somebody else holds. */
interface HeldPush {
  tenantId: number;
  pushId: number;
}

/** Requests the waiting pushes of the tenants, calling back with each tenant whose events can be sent. */
export async function wakeTenants(
  database: Database,
  tenantIds: readonly number[],
  onRequested: (tenantId: number) => void,
): Promise<void> {
  const held: HeldPush[] = [];
  for (const tenantId of tenantIds) {
    held.push(...(await wakeTenant(database, tenantId)));
    onRequested(tenantId);
  }
  if (held.length > 0) await wakeHeld(database, held, onRequested);
}

/** Requests the tenant's pushes that nobody holds, and returns the others. */
async function wakeTenant(database: Database, tenantId: number): Promise<HeldPush[]> {
  const held: HeldPush[] = [];
  let after: number | null = 0;
  try {
    for (let batch = 0; after !== null && batch < batchesMax; batch += 1) {
      const woken = await wakeWaitingPushes(database, tenantId, after, wokenPerBatch);
      held.push(...woken.held.map((pushId) => ({ tenantId, pushId })));
      after = woken.last;
    }
  } catch (error) {
    logFault(tenantId, error);
  }
  return held;
}

/** The holder of a push may have read the switches before the release, so each push is requested as soon as it is free. */
async function wakeHeld(
  database: Database,
  held: readonly HeldPush[],
  onRequested: (tenantId: number) => void,
): Promise<void> {
  const endsAt = performance.now() + heldWaitMs;
  const isOver = AbortSignal.timeout(heldWaitMs);
  const over = new Promise<void>((resolve) => isOver.addEventListener("abort", () => resolve()));
  const left = held.filter(({ pushId }) => !waitedFor.has(pushId));
  for (const { pushId } of left) waitedFor.add(pushId);
  const wakeNext = async () => {
    for (let push = left.shift(); push; push = left.shift()) {
      const { tenantId, pushId } = push;
      await wakeHeldPush(database, tenantId, pushId, endsAt - performance.now()).catch((error: unknown) =>
        logFault(tenantId, error),
      );
      waitedFor.delete(pushId);
      onRequested(tenantId);
    }
  };
  // Where no connection is free either, the release answers all the same.
  await Promise.race([Promise.all(Array.from({ length: heldAtOnce }, wakeNext)), over]);
}

function logFault(tenantId: number, error: unknown): void {
  log.error({ tenantId, error: describeError(error) }, "A tenant's waiting pushes were not requested");
}
