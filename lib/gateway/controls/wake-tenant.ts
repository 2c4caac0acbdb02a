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
/** Then the next one is waited for, so that a push that stays held delays no other. */
const heldTurnMs = 500;
/** In this process. Each waits over a connection that others need. */
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
  const wake = async ({ tenantId, pushId }: HeldPush) => {
    waitedFor.add(pushId);
    const turnOf = () => Math.min(heldTurnMs, endsAt - performance.now());
    let isFree = false;
    while (!isFree && turnOf() > 0)
      isFree = await inTurn(() => wakeHeldPush(database, tenantId, pushId, Math.max(1, turnOf())));
    onRequested(tenantId);
  };
  const wakeSafely = (push: HeldPush) =>
    wake(push)
      .catch((error: unknown) => logFault(push.tenantId, error))
      .finally(() => waitedFor.delete(push.pushId));
  const isOver = AbortSignal.timeout(heldWaitMs);
  const over = new Promise<void>((resolve) => isOver.addEventListener("abort", () => resolve()));
  const woken = held.filter(({ pushId }) => !waitedFor.has(pushId)).map(wakeSafely);
  // Where no connection is free either, the release answers all the same.
  await Promise.race([Promise.all(woken), over]);
}

let running = 0;
const waitingForTurn: (() => void)[] = [];

/** First come, first served. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= heldAtOnce) await new Promise<void>((resolve) => waitingForTurn.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waitingForTurn.shift();
    if (next) next();
    else running -= 1;
  }
}

function logFault(tenantId: number, error: unknown): void {
  log.error({ tenantId, error: describeError(error) }, "A tenant's waiting pushes were not requested");
}
