/**
 * This room tells people of questions and of proposed actions: whom, by which channel, when again, and what became of it. Whoever
 * writes a question or an action knows nothing of it; the rows say who has to know what, and each look at them compares.
 */

import { inTenant } from "@/db/client";
import { findAccount, openOwnAccount } from "@/db/queries/messages/accounts";
import { type MessageRow, nextMessageAt, takeMessages } from "@/db/queries/messages/messages";
import type { MessageChannel, SendOutcome } from "@/lib/channels/channel";
import { LEASE_SECONDS, UNKNOWN_SECONDS } from "@/lib/core/message/message";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sumOverTenants } from "@/lib/gateway/each-tenant";
import { describeError, log } from "@/lib/log";
import { judgeHealth } from "./judge-health";
import { type Prepared, prepareMessage } from "./prepare";
import { renewAccounts } from "./renew-accounts";
import { planChanged, planEverything } from "./routing/plan-changed";
import { settleAttempt, settleWithoutSending } from "./settle";

/** Each of them holds no connection while it sends. */
const AT_ONCE_MAX = 8;
const ROUNDS_MAX = 500;
export interface DeliveryRound {
  /** Messages that were looked at, whatever became of them. */
  handled: number;
  /** Milliseconds until the next message is due. Null: none waits. */
  nextInMs: number | null;
}

/** The same for every tenant: what is due, and whatever a lost event told of. Returns how many messages were handled. */
export async function deliverEveryMessage(gateway: Gateway = getGateway()): Promise<number> {
  const failure = "The messages of one tenant were not delivered; the others go on";
  return sumOverTenants(
    gateway,
    failure,
    async (tenantId) => (await deliverMessages(tenantId, gateway)).handled,
  );
}

/** Plans everything that is open again, for every tenant: what no row told of. Returns how many messages were handled. */
export async function sweepMessages(gateway: Gateway = getGateway()): Promise<number> {
  const failure = "The messages of one tenant were not planned; the others go on";
  return sumOverTenants(gateway, failure, async (tenantId) => {
    if (gateway.channels.length === 0) return 0;
    await planEverything(tenantId, gateway);
    return (await deliverMessages(tenantId, gateway)).handled;
  });
}

/**
 * Plans what changed, leases and sends a tenant's messages until nothing is due. Any number of these may run at once: each message has one sender.
 */
export async function deliverMessages(
  tenantId: number,
  gateway: Gateway = getGateway(),
): Promise<DeliveryRound> {
  if (gateway.channels.length === 0) return { handled: 0, nextInMs: null };
  await openOwnAccounts(tenantId, gateway);
  await renewAccounts(tenantId, gateway);
  let handled = 0;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await planChanged(tenantId, gateway);
    const messages = await take(tenantId, gateway);
    await Promise.all(messages.map((message) => deliverOne(message, gateway)));
    handled += messages.length;
    if (messages.length === 0) break;
  }
  await judgeHealth(tenantId, gateway);
  return { handled, nextInMs: await msUntilNext(tenantId, gateway) };
}

const kindsOf = ({ channels }: Gateway) => channels.map(({ kind }) => kind);

async function openOwnAccounts(tenantId: number, gateway: Gateway): Promise<void> {
  const now = gateway.clock.now();
  await inTenant(gateway.database, tenantId, async (tx) => {
    for (const { kind, ownLabel } of gateway.channels)
      if (ownLabel !== undefined) await openOwnAccount(tx, tenantId, { kind, label: ownLabel, now });
  });
}

const take = (tenantId: number, gateway: Gateway): Promise<MessageRow[]> =>
  inTenant(gateway.database, tenantId, (tx) =>
    takeMessages(tx, tenantId, {
      kinds: kindsOf(gateway),
      now: gateway.clock.now(),
      limit: AT_ONCE_MAX,
      leaseSeconds: LEASE_SECONDS,
      unknownSeconds: UNKNOWN_SECONDS,
    }),
  );

/** Null: nothing waits. */
async function msUntilNext(tenantId: number, gateway: Gateway): Promise<number | null> {
  const at = await inTenant(gateway.database, tenantId, (tx) =>
    nextMessageAt(tx, tenantId, kindsOf(gateway)),
  );
  return at === null ? null : Date.parse(at) - gateway.clock.now().getTime();
}

/** A fault leaves the lease to run out: then the message is looked at again, and nobody is told twice by it. */
async function deliverOne(message: MessageRow, gateway: Gateway): Promise<void> {
  const { tenantId } = message;
  try {
    const prepared = await prepare(message, gateway);
    if (prepared === null) return;
    const outcome = await attempt(prepared.prepared, prepared.channel);
    await inTenant(gateway.database, tenantId, (tx) =>
      outcome === null
        ? settleWithoutSending(tx, prepared.prepared, gateway.clock.now())
        : settleAttempt(tx, prepared.prepared, outcome, gateway),
    );
  } catch (error) {
    log.error({ tenantId, messageId: message.id, error: describeError(error) }, "A message was not handled");
  }
}

async function prepare(
  message: MessageRow,
  gateway: Gateway,
): Promise<{ prepared: Prepared; channel: MessageChannel } | null> {
  const { tenantId } = message;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const account = (await findAccount(tx, tenantId, message.accountId))!;
    const channel = gateway.channels.find(({ kind }) => kind === account.kind)!;
    const prepared = await prepareMessage(tx, { message, account, channel, now: gateway.clock.now() });
    return prepared && { prepared, channel };
  });
}

/** Null: nothing leaves. */
async function attempt({ step, sending }: Prepared, channel: MessageChannel): Promise<SendOutcome | null> {
  if (sending === null) return null;
  const { target, card } = sending;
  const content = channel.render(card);
  if (step.kind !== "update") return channel.send(target, content);
  return channel.update!(target, target.firstExternalId!, content);
}
