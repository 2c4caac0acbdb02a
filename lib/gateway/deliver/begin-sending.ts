import { randomUUID } from "node:crypto";
import { inTenant } from "@/db/client";
import { isUnreadableSwitches } from "@/db/queries/controls/kill-switches";
import {
  type Lease,
  type NewLease,
  type PushObstacle,
  confirmSend,
  leasePush,
  readPushObstacle,
} from "@/db/queries/pushes/push-leases";
import { type PushContext, findEngagedSwitch } from "@/db/queries/pushes/pushes";
import { hasAppliedReceipt, openReceipt } from "@/db/queries/pushes/settle-push";
import type { SwitchName } from "@/lib/core/kill-switch";
import { goesByLane } from "@/lib/core/push/push";
import type { WriteVerdict } from "@/lib/core/push/verdict";
import { isoOf } from "@/lib/core/values/time";
import { describeError, log } from "@/lib/log";
import { activePolicyIn, askPush, policyFactsIn } from "@/lib/policy/active-policy";
import type { Gateway } from "@/lib/gateway/context";
import { findPayloadFault } from "./push-payload";
import type { PushOutcome } from "./settle/settlement";

/** Releasing a switch wakes the pushes that it halted, so none is tried again before that. */
const untilReleased = null;
export const waitForTurnMs = 2_000;
/** Nobody releases switches that cannot be read; they are looked at again. */
const lookAgainMs = 15_000;

type Begun =
  { kind: "obstacle"; outcome: PushOutcome } | { kind: "begun"; lease: NewLease; fault: WriteVerdict | null };

/** The lease of a push that may be sent, or what stands in its way. Switches that cannot be read count as engaged. */
export async function beginSending(tenantId: number, context: PushContext, gateway: Gateway): Promise<Begun> {
  try {
    return await leaseAndCheck(tenantId, context, gateway);
  } catch (error) {
    if (!isUnreadableSwitches(error)) throw error;
    const because = "the kill switches could not be read, which counts as engaged";
    return { kind: "obstacle", outcome: { outcome: "halted", retryInMs: lookAgainMs, because } };
  }
}

/** One transaction: switches held FOR SHARE, lease, policy, hash, receipt. */
async function leaseAndCheck(tenantId: number, context: PushContext, gateway: Gateway): Promise<Begun> {
  const pushId = context.pushId;
  return inTenant(gateway.database, tenantId, async (tx): Promise<Begun> => {
    const names = switchesBefore(context);
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

/** The last look before a request leaves: the switches once more, and the lease, in one transaction. */
export async function confirmSending(
  tenantId: number,
  context: PushContext,
  lease: Lease,
  gateway: Gateway,
): Promise<string | null> {
  try {
    return await inTenant(gateway.database, tenantId, async (tx) => {
      const names = switchesBefore(context);
      if (await findEngagedSwitch(tx, tenantId, names, gateway.switchesFromEnvironment)) return null;
      return isoOf(await confirmSend(tx, tenantId, context.pushId, lease, gateway.leaseSeconds));
    });
  } catch (error) {
    log.warn({ pushId: context.pushId, error: describeError(error) }, "A write was not confirmed and stays");
    return null;
  }
}

/** Halts everything that leaves: at NetSuite's door, for all proposals, for the high tiers. */
function switchesBefore({ destination, riskLevel }: PushContext): SwitchName[] {
  return [
    ...(goesByLane(destination) ? (["ns_writes"] as const) : []),
    "proposed_apply",
    ...(riskLevel >= 4 ? (["high_risk_ops"] as const) : []),
  ];
}

function obstacleOf(obstacle: PushObstacle | null): PushOutcome {
  if (!obstacle) return { outcome: "not_found" };
  if (obstacle.status !== "queued") return { outcome: "settled_elsewhere" };
  // Zero: the lane may be tried again, so that something else stands in this push's way.
  if (obstacle.laneState === "halted" && obstacle.laneProbeInMs !== 0)
    return laneHalted(obstacle.laneProbeInMs);
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

export function laneHalted(retryInMs: number | null): PushOutcome {
  return { outcome: "lane_halted", retryInMs, because: "the account's lane is halted" };
}

/** Our own refusal to send, in the shape of a terminal verdict: a person looks at it. */
function refusal(code: string, message: string): WriteVerdict {
  return { class: "terminal", code, publicMessage: message, details: { httpStatus: null, message: null } };
}
