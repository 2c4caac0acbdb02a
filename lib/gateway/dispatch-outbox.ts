import { setTimeout } from "node:timers/promises";
import { inTenant, inTenantPrepared } from "@/db/client";
import { recordSweep } from "@/db/queries/controls/sweeps";
import { listTenantIds } from "@/db/queries/people/tenants";
import { type OutboxRow, markSendFailed, markSent, takeUnsent } from "@/db/queries/pushes/outbox";
import { type Gateway, getGateway } from "./context";

const batchMax = 100;
const batchesPerCallMax = 50;
/** A taken row belongs to its sender for this time. Then the sweep sends it again, under the same event id. */
const retrySeconds = 30;
const pushRequested = "ns-push.requested";
/** About the time from a push's request to its write. */
const headStartMs = 50;

/**
 * Sends one tenant's waiting events to Inngest and returns the number accepted. @throws the transport's error; unsent
 * events stay and are retried.
 */
export async function dispatchOutbox(tenantId: number, gateway: Gateway = getGateway()): Promise<number> {
  if (!gateway.sendEvents) return 0;
  let count = 0;
  for (let batch = 0; batch < batchesPerCallMax; batch += 1) {
    const rows = await inTenantPrepared(gateway.database, tenantId, (tx) =>
      takeUnsent(tx, tenantId, batchMax, retrySeconds),
    );
    if (rows.length === 0) break;
    await sendPushesFirst(tenantId, rows, gateway);
    count += rows.length;
    if (rows.length < batchMax) break;
  }
  return count;
}

/**
 * Somebody waits for a push. The other events only tell of what has happened, and their work would slow it down; so would the
 * note that its request was sent, which waits for them.
 */
async function sendPushesFirst(
  tenantId: number,
  rows: readonly OutboxRow[],
  gateway: Gateway,
): Promise<void> {
  const isPush = (row: OutboxRow) => row.eventName === pushRequested;
  const [pushes, others] = [rows.filter(isPush), rows.filter((row) => !isPush(row))];
  await send(tenantId, pushes, gateway);
  if (pushes.length > 0) await setTimeout(headStartMs);
  let sent: readonly OutboxRow[] = pushes;
  try {
    await send(tenantId, others, gateway);
    sent = rows;
  } finally {
    if (sent.length > 0) await noteSent(tenantId, sent, gateway);
  }
}

async function send(tenantId: number, rows: readonly OutboxRow[], gateway: Gateway): Promise<void> {
  if (rows.length === 0) return;
  try {
    await gateway.sendEvents!(
      rows.map((row) => ({ id: `t${tenantId}-${row.eventId}`, name: row.eventName, data: row.bodyJson })),
    );
  } catch (error) {
    const message = error instanceof Error ? error.message.split("\n")[0]! : "unknown error";
    await inTenant(gateway.database, tenantId, (tx) => markSendFailed(tx, tenantId, idsOf(rows), message));
    throw error;
  }
}

const noteSent = (tenantId: number, rows: readonly OutboxRow[], gateway: Gateway): Promise<unknown> =>
  inTenantPrepared(gateway.database, tenantId, (tx) => markSent(tx, tenantId, idsOf(rows)));

const idsOf = (rows: readonly OutboxRow[]) => rows.map((row) => row.id);

/**
 * The sweep over every tenant's outbox, which also records that Inngest called. A failure in one tenant does not stop the
 * others.
 */
export async function dispatchEveryOutbox(
  gateway: Gateway = getGateway(),
): Promise<{ sent: number; failed: number }> {
  const total = { sent: 0, failed: 0 };
  for (const tenantId of await listTenantIds(gateway.database)) {
    try {
      await inTenant(gateway.database, tenantId, (tx) => recordSweep(tx, tenantId));
      total.sent += await dispatchOutbox(tenantId, gateway);
    } catch {
      total.failed += 1;
    }
  }
  return total;
}
