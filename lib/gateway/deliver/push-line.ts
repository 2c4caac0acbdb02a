import { randomUUID } from "node:crypto";
import { inTenant } from "@/db/client";
import {
  type Lease,
  type PushObstacle,
  extendLease,
  leasePush,
  readPushObstacle,
} from "@/db/queries/pushes/push-leases";
import { type PushContext, findEngagedSwitch, readPushContext } from "@/db/queries/pushes/pushes";
import { isUnreadableSwitches } from "@/db/queries/controls/kill-switches";
import { hasAppliedReceipt, openReceipt } from "@/db/queries/pushes/settle-push";
import type { WriteRequest } from "@/lib/destinations/requests";
import { goesByLane } from "@/lib/core/push/push";
import type { WriteVerdict } from "@/lib/core/push/verdict";
import { aboutAction } from "@/lib/correlation";
import { describeError, log } from "@/lib/log";
import { activePolicyIn, askPush, policyFactsIn } from "@/lib/policy/active-policy";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { type PushOutcome, correlationOf } from "./settle/settlement";
import { destinationFor } from "@/lib/destinations/destination";
import { probePush } from "./settle/probe-push";
import { findPayloadFault } from "./push-payload";
import { rescueTenant } from "./repair/rescue-leases";
import { settleVerdict } from "./settle/settle-verdict";

/** Releasing a switch wakes the pushes that it halted, so none is tried again before that. */
const untilReleased = null;
const waitForTurnMs = 2_000;
/** Nobody releases switches that cannot be read; they are looked at again. */
const lookAgainMs = 15_000;
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
  const context = await inTenant(gateway.database, tenantId, (tx) => readPushContext(tx, tenantId, pushId));
  return context ? pushLineWithContext(tenantId, context, gateway) : { outcome: "not_found" };
}

/** The same, for a caller that has just read the facts. */
export function pushLineWithContext(
  tenantId: number,
  context: PushContext,
  gateway: Gateway,
): Promise<PushOutcome> {
  return aboutAction(correlationOf(context), () => deliver(tenantId, context, gateway));
}

async function deliver(tenantId: number, context: PushContext, gateway: Gateway): Promise<PushOutcome> {
  const pushId = context.pushId;
  if (context.pushStatus === "unknown") return probePush(tenantId, pushId, gateway);
  if (context.pushStatus === "pushing") return askAfterSender(tenantId, context, gateway);
  if (context.pushStatus !== "queued") return { outcome: "settled_elsewhere" };

  const begun = await beginSending(tenantId, context, gateway).catch((error: unknown): Begun => {
    if (!isUnreadableSwitches(error)) throw error;
    const because = "the kill switches could not be read, which counts as engaged";
    return { kind: "obstacle", outcome: { outcome: "halted", retryInMs: lookAgainMs, because } };
  });
  if (begun.kind === "obstacle") return begun.outcome;
  const { lease, fault } = begun;
  const verdict: WriteVerdict = fault ?? (await sendWithHeartbeat(tenantId, context, lease, gateway));
  const settled = await settleVerdict(
    { tenantId, context, fence: { status: "pushing", ...lease }, verdict, sent: fault === null },
    gateway,
  );
  // An unknown outcome is asked about at once: a positive answer settles it, a negative one waits out the hold.
  if (settled.outcome === "unknown") return probePush(tenantId, pushId, gateway);
  return settled;
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

type Begun =
  { kind: "obstacle"; outcome: PushOutcome } | { kind: "begun"; lease: Lease; fault: WriteVerdict | null };

/** One transaction: switches held FOR SHARE, lease, policy, hash, receipt. When it commits, sending is the next thing. */
async function beginSending(tenantId: number, context: PushContext, gateway: Gateway): Promise<Begun> {
  const pushId = context.pushId;
  return inTenant(gateway.database, tenantId, async (tx): Promise<Begun> => {
    const names = [
      ...(goesByLane(context.destination) ? ["ns_writes"] : []),
      "proposed_apply",
      ...(context.riskLevel >= 4 ? ["high_risk_ops"] : []),
    ];
    const engaged = await findEngagedSwitch(tx, tenantId, names, gateway.switchesFromEnvironment);
    if (engaged) {
      const isUnreadable = engaged.name === "unreadable";
      const because = isUnreadable ? "a kill switch has no row" : `the kill switch ${engaged.name} is on`;
      const retryInMs = isUnreadable ? lookAgainMs : untilReleased;
      return { kind: "obstacle", outcome: { outcome: "halted", retryInMs, because } };
    }
    const lease = await leasePush(tx, tenantId, pushId, randomUUID(), gateway.leaseSeconds);
    if (!lease)
      return { kind: "obstacle", outcome: obstacleOf(await readPushObstacle(tx, tenantId, pushId)) };

    const facts = await policyFactsIn(tx, tenantId, context);
    const answer = askPush(await activePolicyIn(tx, tenantId), { facts });
    if (answer.effect === "deny") {
      const message = `Rule ${answer.rule} of policy v${answer.version} forbids sending this.`;
      return { kind: "begun", lease, fault: refusal("POLICY_DENIED", message) };
    }
    const fault = findPayloadFault(tenantId, context);
    if (fault) return { kind: "begun", lease, fault: refusal(fault.code, fault.message) };
    if (await hasAppliedReceipt(tx, tenantId, context.actionKey)) {
      const message = "A receipt says that this was written already.";
      return { kind: "begun", lease, fault: refusal("RECEIPT_EXISTS", message) };
    }
    await openReceipt(tx, {
      tenantId,
      idempotencyKey: context.actionKey,
      actionId: context.actionId,
      pushId,
      correlationId: context.correlationId,
      requestMetadata: {
        action_type: context.actionType,
        payload_hash: context.payloadHash,
        lease_attempt: lease.attempt,
      },
    });
    return { kind: "begun", lease, fault: null };
  });
}

function obstacleOf(obstacle: PushObstacle | null): PushOutcome {
  if (!obstacle) return { outcome: "not_found" };
  if (obstacle.status !== "queued") return { outcome: "settled_elsewhere" };
  // Zero: the lane may be tried again, so that something else stands in this push's way.
  if (obstacle.laneState === "halted" && obstacle.laneProbeInMs !== 0) {
    const because = "the account's lane is halted";
    return { outcome: "lane_halted", retryInMs: obstacle.laneProbeInMs, because };
  }
  if (obstacle.earlierPushId !== null) {
    const because = `push ${obstacle.earlierPushId} on the same record goes first`;
    return { outcome: "waiting_its_turn", retryInMs: waitForTurnMs, because };
  }
  if (obstacle.laneState === "halted") {
    const because = "another push finds out whether the account's lane is open";
    return { outcome: "lane_halted", retryInMs: waitForTurnMs, because };
  }
  return { outcome: "not_due", retryInMs: obstacle.dueInMs, because: "the next attempt is not due yet" };
}

/** The lease is kept alive while NetSuite thinks; if it is lost all the same, settling finds the fence gone. */
async function sendWithHeartbeat(
  tenantId: number,
  context: PushContext,
  lease: Lease,
  gateway: Gateway,
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
    const { write } = destinationFor(gateway, tenantId, context.destination);
    return await write(context.requestJson as WriteRequest);
  } finally {
    clearInterval(beat);
  }
}

/** Our own refusal to send, in the shape of a terminal verdict: a person looks at it. */
function refusal(code: string, message: string): WriteVerdict {
  return { class: "terminal", code, publicMessage: message, details: { httpStatus: null, message: null } };
}
