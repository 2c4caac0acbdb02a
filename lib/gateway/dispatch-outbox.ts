import { setTimeout } from "node:timers/promises";
import { inTenant, inTenantPrepared } from "@/db/client";
import { recordSweep } from "@/db/queries/controls/sweeps";
import { listTenantIds } from "@/db/queries/people/tenants";
import { type OutboxRow, markSendFailed, markSent, takeUnsent } from "@/db/queries/pushes/outbox";
import { type Gateway, getGateway } from "./context";

const batchMax = 100;
const batchesPerCallMax = 50;
/** How long a taken row belongs to its sender. After that the sweep sends it again under the same event id. */
export const RETRY_SECONDS = 30;
const pushRequested = "ns-push.requested";
/** Longer than a quick push takes from request to end; other work in that time would slow it down. */
const headStartMs = 150;

/**
 * Sends one tenant's waiting events to Inngest and returns the number accepted. @throws the transport's error; unsent
 * events stay and are retried.
 *
 * All requests of pushes go first, because a person waits for them. The other events only report changes and follow after a head
 * start, as does the update that marks the requests as sent. `requested`: requests that their claims reserved for the caller, which
 * has just sent them.
 */
export async function dispatchOutbox(
  tenantId: number,
  gateway: Gateway = getGateway(),
  requested: readonly Outgoing[] = [],
): Promise<number> {
  if (!gateway.sendEvents) return 0;
  const sent: Outgoing[] = [...requested];
  const others: OutboxRow[] = [];
  try {
    if (requested.length > 0) await setTimeout(headStartMs);
    for (let batch = 0; batch < batchesPerCallMax; batch += 1) {
      const rows = await takeUnsent(gateway.database, tenantId, batchMax, RETRY_SECONDS);
      const pushes = rows.filter(isPush);
      await send(tenantId, pushes, gateway);
      sent.push(...pushes);
      others.push(...rows.filter((row) => !isPush(row)));
      if (rows.length < batchMax) break;
    }
    if (sent.length > requested.length) await setTimeout(headStartMs);
    for (let from = 0; from < others.length; from += batchMax) {
      const rows = others.slice(from, from + batchMax);
      await send(tenantId, rows, gateway);
      sent.push(...rows);
    }
  } finally {
    if (sent.length > 0) await noteSent(tenantId, sent, gateway);
  }
  return sent.length;
}

type Outgoing = Pick<OutboxRow, "eventName" | "eventId" | "bodyJson">;

/**
 * Sends the request of a push that its claim reserved for this process, without reading anything first. Pass the result to
 * `dispatchOutbox`, which marks it as sent. @throws the transport's error; the sweep sends it again.
 */
export async function sendRequest(tenantId: number, pushId: number, gateway: Gateway): Promise<Outgoing> {
  const request: Outgoing = {
    eventName: pushRequested,
    // As decide_action names it.
    eventId: `push-${pushId}-round-0`,
    bodyJson: { tenant_id: tenantId, push_id: pushId },
  };
  await send(tenantId, [request], gateway);
  return request;
}

const isPush = (row: OutboxRow) => row.eventName === pushRequested;

async function send(tenantId: number, rows: readonly Outgoing[], gateway: Gateway): Promise<void> {
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

const noteSent = (tenantId: number, rows: readonly Outgoing[], gateway: Gateway): Promise<unknown> =>
  inTenantPrepared(gateway.database, tenantId, (tx) => markSent(tx, tenantId, idsOf(rows)));

const idsOf = (rows: readonly Outgoing[]) => rows.map((row) => row.eventId);

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
