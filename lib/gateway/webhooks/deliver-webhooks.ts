import { inTenant } from "@/db/client";
import {
  type DeliveryRow,
  type TracedAction,
  giveBackWebhook,
  listDueEndpoints,
  listTraces,
  nextWebhookAt,
  takeWebhooks,
} from "@/db/queries/webhooks/deliveries";
import { listTenantIds } from "@/db/queries/people/tenants";
import { type EndpointRow, findEnabledEndpoint } from "@/db/queries/webhooks/endpoints";
import { WEBHOOK_LIMITS } from "@/lib/core/webhook/webhook";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";
import { type SendResult, signWebhook } from "@/lib/outbound";
import { type EndpointBox, openEndpointBox, signingKeysOf } from "./endpoint-box";
import { inTraceOfSubject } from "./trace-webhook";
import { settleAttempt } from "./settle-webhook";
import { actionIdOf, webhookBody } from "./webhook-body";

/** Nothing is taken up after so long; the job comes back for the rest. */
const TURN_MS = 40_000;
/** Keys that cannot be read are a fault of ours: the delivery spends no attempt by it. */
const UNREADABLE_WAIT_MS = 5 * 60_000;
const ANSWER_BYTES_MAX = 1_000;
const TENANTS_AT_ONCE = 8;

export interface WebhooksDelivered {
  /** Attempts that were made, whatever became of them. */
  handled: number;
  /** Milliseconds until the next delivery is due. Null: none waits. */
  nextInMs: number | null;
}

/** The same for every tenant: what is due, whatever became of the events that called for it. Returns how many attempts were made. */
export async function deliverEveryWebhook(gateway: Gateway = getGateway()): Promise<number> {
  const waiting = await listTenantIds(gateway.database);
  let handled = 0;
  // Side by side: the endpoints of one tenant may hang.
  const follow = async () => {
    for (let tenantId = waiting.shift(); tenantId !== undefined; tenantId = waiting.shift())
      handled += await deliverQuietly(tenantId, gateway);
  };
  await Promise.all(Array.from({ length: TENANTS_AT_ONCE }, follow));
  return handled;
}

async function deliverQuietly(tenantId: number, gateway: Gateway): Promise<number> {
  try {
    return (await deliverWebhooks(tenantId, gateway)).handled;
  } catch (error) {
    log.error(
      { tenantId, error: describeError(error) },
      "The webhooks of one tenant were not sent; the others go on",
    );
    return 0;
  }
}

/**
 * Sends a tenant's webhooks until nothing is due. Any number of these may run at once: each delivery has one sender. Endpoints go
 * side by side, so that one that hangs delays none of the others.
 */
export async function deliverWebhooks(
  tenantId: number,
  gateway: Gateway = getGateway(),
): Promise<WebhooksDelivered> {
  const endsAt = gateway.clock.now().getTime() + TURN_MS;
  const endpoints = await inTenant(gateway.database, tenantId, (tx) =>
    listDueEndpoints(tx, tenantId, gateway.clock.now()),
  );
  const handled = await Promise.all(
    endpoints.map((endpointId) => deliverTo({ tenantId, endpointId, endsAt }, gateway)),
  );
  const at = await inTenant(gateway.database, tenantId, (tx) => nextWebhookAt(tx, tenantId));
  return {
    handled: handled.reduce((sum, count) => sum + count, 0),
    nextInMs: at === null ? null : Date.parse(at) - gateway.clock.now().getTime(),
  };
}

interface Turn {
  tenantId: number;
  endpointId: number;
  endsAt: number;
}

async function deliverTo(turn: Turn, gateway: Gateway): Promise<number> {
  let handled = 0;
  while (gateway.clock.now().getTime() < turn.endsAt) {
    const { deliveries, endpoint, traces } = await take(turn, gateway);
    if (deliveries.length === 0) break;
    const box = endpoint && openEndpointBox(endpoint);
    if (!box) {
      await giveBack(turn, deliveries, gateway);
      break;
    }
    await Promise.all(deliveries.map((delivery) => deliverOne({ ...turn, delivery, box, traces }, gateway)));
    handled += deliveries.length;
  }
  return handled;
}

interface LeasedDeliveries {
  deliveries: DeliveryRow[];
  endpoint: EndpointRow | null;
  /** The traces of the proposed actions that the deliveries name. */
  traces: TracedAction[];
}

const take = ({ tenantId, endpointId }: Turn, { database, clock }: Gateway): Promise<LeasedDeliveries> =>
  inTenant(database, tenantId, async (tx) => {
    const deliveries = await takeWebhooks(tx, tenantId, {
      endpointId,
      now: clock.now(),
      atOnce: WEBHOOK_LIMITS.atOnce,
      leaseSeconds: WEBHOOK_LIMITS.leaseSeconds,
    });
    const actionIds = deliveries.map(actionIdOf).filter((id) => id !== null);
    return {
      deliveries,
      endpoint: await findEnabledEndpoint(tx, tenantId, endpointId),
      traces: actionIds.length === 0 ? [] : await listTraces(tx, tenantId, actionIds),
    };
  });

async function giveBack(
  { tenantId, endpointId }: Turn,
  deliveries: readonly DeliveryRow[],
  { database, clock }: Gateway,
): Promise<void> {
  log.error({ tenantId, endpointId }, "The keys of a webhook endpoint cannot be read; nothing is sent to it");
  const nextAt = new Date(clock.now().getTime() + UNREADABLE_WAIT_MS);
  await inTenant(database, tenantId, async (tx) => {
    for (const delivery of deliveries) await giveBackWebhook(tx, tenantId, delivery, nextAt);
  });
}

interface Sending extends Turn {
  delivery: DeliveryRow;
  box: EndpointBox;
  traces: readonly TracedAction[];
}

/** A fault leaves the lease to run out: then the webhook is sent again, under the same id. */
async function deliverOne({ tenantId, delivery, box, traces }: Sending, gateway: Gateway): Promise<void> {
  try {
    const startedAt = gateway.clock.now();
    const result = await inTraceOfSubject({ tenantId, delivery, traces }, () =>
      send({ delivery, box, startedAt }, gateway),
    );
    await inTenant(gateway.database, tenantId, (tx) =>
      settleAttempt(tx, tenantId, { delivery, result, startedAt }, gateway),
    );
  } catch (error) {
    log.error(
      { tenantId, deliveryId: delivery.id, error: describeError(error) },
      "A webhook was not settled",
    );
  }
}

function send(
  { delivery, box, startedAt }: Pick<Sending, "delivery" | "box"> & { startedAt: Date },
  { sender }: Gateway,
): Promise<SendResult> {
  const body = webhookBody(delivery);
  const keys = signingKeysOf(box, startedAt);
  const signed = signWebhook({ id: delivery.webhookId, sentAt: startedAt, body, keys });
  return sender.send({
    method: "POST",
    url: box.url,
    headers: { "content-type": "application/json", ...signed },
    body,
    timeoutMs: WEBHOOK_LIMITS.timeoutMs,
    answerBytesMax: ANSWER_BYTES_MAX,
    attemptId: `${delivery.id}.${delivery.fence}`,
  });
}
