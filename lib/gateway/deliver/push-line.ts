import { inTenant } from "@/db/client";
import { type Lease, extendLease } from "@/db/queries/pushes/push-leases";
import type { PushContext } from "@/db/queries/pushes/pushes";
import type { WriteRequest } from "@/lib/destinations/requests";
import type { WriteVerdict } from "@/lib/core/push/verdict";
import { aboutAction } from "@/lib/correlation";
import { describeError, log } from "@/lib/log";
import { traced } from "@/lib/tracing/traced";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { type PushOutcome, attributesOf, correlationOf } from "./settle/settlement";
import { goesByLane } from "@/lib/core/push/push";
import { accountOf } from "@/lib/gateway/netsuite-accounts";
import { type Capacity, type Destination, destinationFor } from "@/lib/destinations/destination";
import { beginSending, confirmSending, laneHalted, waitForTurnMs } from "./begin-sending";
import { type PushFacts, readPushFacts } from "./push-facts";
import { probePush } from "./settle/probe-push";
import { rescueTenant } from "./repair/rescue-leases";
import { settleVerdict } from "./settle/settle-verdict";

const leaseMarginMs = 250;

/**
 * Sends one line of an approved action to its destination, at most once: lease, switches, receipt, hash, then one RESTlet
 * call that checks the live precondition, writes and reads back; the verdict settles it, fenced by the lease. Safe to call
 * at any time, by anybody, any number of times.
 */
export async function pushLine(
  tenantId: number,
  pushId: number,
  gateway: Gateway = getGateway(),
): Promise<PushOutcome> {
  const facts = await readPushFacts(gateway.database, tenantId, pushId);
  return facts ? pushLineWithFacts(tenantId, facts, gateway) : { outcome: "not_found" };
}

/** The same, for a caller that has just read the facts. */
export function pushLineWithFacts(
  tenantId: number,
  facts: PushFacts,
  gateway: Gateway,
): Promise<PushOutcome> {
  const { context } = facts;
  const attributes = attributesOf(tenantId, context);
  return aboutAction(correlationOf(context), () =>
    traced("push", { kind: "consumer", attributes }, async (describe) => {
      const result = await deliver(tenantId, facts, gateway);
      describe({ "countersign.outcome": result.outcome });
      return result;
    }),
  );
}

async function deliver(tenantId: number, facts: PushFacts, gateway: Gateway): Promise<PushOutcome> {
  const { context } = facts;
  const pushId = context.pushId;
  if (context.pushStatus === "unknown") return probePush(tenantId, pushId, gateway);
  if (context.pushStatus === "pushing") return askAfterSender(tenantId, context, gateway);
  if (context.pushStatus !== "queued") return { outcome: "settled_elsewhere" };
  if (context.laneShutMs !== null) return laneHalted(context.laneShutMs);

  const target = await targetOf(gateway, tenantId, facts);
  if (!target) return withoutAccount;
  const { destination, account } = target;
  const capacity = await destination.reserve();
  if (!capacity) {
    const because = "every place among the requests in flight is taken";
    return { outcome: "waiting_its_turn", retryInMs: waitForTurnMs, because };
  }
  const outcome = await attemptWithin(capacity, { tenantId, facts, gateway, destination, account });
  // An unknown outcome is asked about at once: a positive answer settles it, a negative one waits out the hold.
  return outcome.outcome === "unknown" ? probePush(tenantId, pushId, gateway) : outcome;
}

/** The tenant's account as the facts have it; the lease decides whether this push may go there. Null: it has none. */
async function targetOf(
  gateway: Gateway,
  tenantId: number,
  { context: { destination: name }, account: own }: PushFacts,
): Promise<Pick<Attempt, "destination" | "account"> | null> {
  if (!goesByLane(name)) return { destination: destinationFor(gateway, tenantId, name), account: null };
  const account = await accountOf(gateway, tenantId, own);
  return account && { destination: account.client, account: account.key };
}

/** Setting an account requests the pushes that wait. */
const withoutAccount: PushOutcome = {
  outcome: "waiting_its_turn",
  retryInMs: 60_000,
  because: "the company has no NetSuite account here",
};

/** The capacity that was reserved is the former account's. */
const otherAccount: PushOutcome = {
  outcome: "waiting_its_turn",
  retryInMs: waitForTurnMs,
  because: "the company's NetSuite account has just changed",
};

interface Attempt {
  tenantId: number;
  facts: PushFacts;
  gateway: Gateway;
  destination: Destination;
  /** Its key; null: one account serves every tenant, or the write stays with us. */
  account: string | null;
}

/** How often facts that have changed are read again before the push is left to the next call. */
const readingsMax = 3;

/** The place is free again once the attempt is settled. */
async function attemptWithin(capacity: Capacity, first: Attempt): Promise<PushOutcome> {
  const { tenantId, gateway } = first;
  const { pushId } = first.facts.context;
  try {
    let facts: PushFacts | null = first.facts;
    for (let reading = 0; facts && reading < readingsMax; reading += 1) {
      const outcome = await attempt({ ...first, facts });
      if (outcome) return outcome;
      facts = await readPushFacts(gateway.database, tenantId, pushId);
      if (facts && facts.account?.id !== first.facts.account?.id) return otherAccount;
    }
    const because = "its policy, its action or a switch keeps changing";
    return { outcome: "waiting_its_turn", retryInMs: waitForTurnMs, because };
  } finally {
    capacity.release();
  }
}

/**
 * From the lease to the settlement, within capacity that was taken before: nothing waits between the look at the switches
 * and the send, and no more pushes are leased than requests can be in flight. Null: the facts are outdated.
 */
async function attempt({
  tenantId,
  facts,
  gateway,
  destination,
  account,
}: Attempt): Promise<PushOutcome | null> {
  const begun = await beginSending(tenantId, facts, account, gateway);
  if (begun.kind === "outdated") return null;
  if (begun.kind === "obstacle") return begun.outcome;
  const { lease, attempts, verdictWithoutSending } = begun;
  // Others may have tried it while this call waited for a place.
  const context = { ...facts.context, attempts };
  const confirm = () => confirmSending(tenantId, facts, lease, gateway);
  const write = () =>
    destination.write(context.requestJson as WriteRequest, { confirm, leaseSeconds: gateway.leaseSeconds });
  const verdict = verdictWithoutSending ?? (await withHeartbeat(tenantId, context, lease, gateway, write));
  const fence = { status: "pushing", ...lease } as const;
  const sent = verdictWithoutSending === null;
  return settleVerdict({ tenantId, context, fence, verdict, sent }, gateway);
}

/** Another sender has it. If that sender is gone, its push is taken back as soon as its lease has run out. */
async function askAfterSender(
  tenantId: number,
  context: PushContext,
  gateway: Gateway,
): Promise<PushOutcome> {
  if (context.leaseLeftMs !== null && context.leaseLeftMs > 0) {
    const retryInMs = Math.ceil(context.leaseLeftMs) + leaseMarginMs;
    return { outcome: "in_flight", retryInMs, because: "another sender holds its lease" };
  }
  await rescueTenant(tenantId, gateway);
  return probePush(tenantId, context.pushId, gateway);
}

/** The lease is kept alive while NetSuite thinks; if it is lost all the same, settling finds the fence gone. */
async function withHeartbeat(
  tenantId: number,
  context: PushContext,
  lease: Lease,
  gateway: Gateway,
  write: () => Promise<WriteVerdict>,
): Promise<WriteVerdict> {
  const beat = setInterval(
    () => {
      inTenant(gateway.database, tenantId, (tx) =>
        extendLease(tx, tenantId, context.pushId, lease, gateway.leaseSeconds),
      ).catch((error: unknown) =>
        log.warn({ pushId: context.pushId, error: describeError(error) }, "A lease could not be extended"),
      );
    },
    (gateway.leaseSeconds * 1000) / 3,
  );
  try {
    return await write();
  } finally {
    clearInterval(beat);
  }
}
