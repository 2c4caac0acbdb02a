import { randomUUID } from "node:crypto";
import { isPassingFault } from "@/db/passing-faults";
import { isUnreadableSwitches } from "@/db/queries/controls/kill-switches";
import { LANE_PROBE_SECONDS, type Lease } from "@/db/queries/pushes/push-leases";
import type { PushContext } from "@/db/queries/pushes/pushes";
import {
  type PushObstacle,
  type SendingRequest,
  type SendingStart,
  beginSending as beginIn,
  confirmSending as confirmIn,
  findOwnLease,
} from "@/db/queries/pushes/sending";
import { deniedWords } from "@/lib/core/access/policy";
import type { SwitchName } from "@/lib/core/kill-switch";
import { goesByLane } from "@/lib/core/push/push";
import type { WriteVerdict } from "@/lib/core/push/verdict";
import { isoOf } from "@/lib/core/values/time";
import { describeError, log } from "@/lib/log";
import type { Gateway } from "@/lib/gateway/context";
import type { PushFacts } from "./push-facts";
import { findPayloadFault } from "./push-payload";
import { verdictOfReceipt } from "./settle/read-receipt";
import type { PushOutcome } from "./settle/settlement";

/** Releasing a switch wakes the pushes that it halted, so none is tried again before that. */
const untilReleased = null;
export const waitForTurnMs = 2_000;
/** Switches that cannot be read are released by nobody: they are looked at again. */
const lookAgainMs = 15_000;

type Begun =
  | { kind: "obstacle"; outcome: PushOutcome }
  /** The policy, the action, the tenant's account or entitlement, or a switch has changed since it was read. */
  | { kind: "outdated" }
  | {
      kind: "begun";
      lease: Lease;
      /** Attempts so far. */
      attempts: number;
      /** Our own refusal, or the proof of a receipt: nothing is sent, and the lease serves to settle it. Null: it is sent. */
      verdictWithoutSending: WriteVerdict | null;
    };

/** The lease of a push that may be sent, or what stands in its way. Switches that cannot be read count as engaged. */
export async function beginSending(
  tenantId: number,
  facts: PushFacts,
  account: string | null,
  gateway: Gateway,
): Promise<Begun> {
  try {
    return await leaseAndCheck(tenantId, facts, account, gateway);
  } catch (error) {
    if (isUnreadableSwitches(error))
      return halted("the kill switches could not be read, which counts as engaged", lookAgainMs);
    if (!isPassingFault(error)) throw error;
    // A look that was ended by an engagement, or that waited too long. If it was leased all the same, its lease runs out.
    log.warn({ pushId: facts.context.pushId, error: describeError(error) }, "A push could not be leased");
    const because = "the database was busy";
    return { kind: "obstacle", outcome: { outcome: "waiting_its_turn", retryInMs: waitForTurnMs, because } };
  }
}

/** The push is judged by what was read; the database refuses the lease where that has changed. */
async function leaseAndCheck(
  tenantId: number,
  facts: PushFacts,
  account: string | null,
  gateway: Gateway,
): Promise<Begun> {
  const { context, answer } = facts;
  const refused = findFault(tenantId, facts) ?? findOtherAccount(context, account);
  const fault = refused && context.sentWithoutProof ? askFirst : refused;
  const owner = randomUUID();
  const start = await leaseOnce(gateway, {
    ...lookOf(tenantId, facts, gateway),
    lease_owner: owner,
    lane_probe_seconds: LANE_PROBE_SECONDS,
    policy_version: answer.version,
    account,
    receipt: fault
      ? null
      : {
          correlation_id: context.correlationId,
          metadata: { action_type: context.actionType, payload_hash: context.payloadHash },
        },
  });
  switch (start.outcome) {
    case "halted":
      return start.haltedBy === "unreadable"
        ? halted("a kill switch has no row", lookAgainMs)
        : halted(haltedWords(start.haltedBy, facts), untilReleased);
    case "waiting":
      return { kind: "obstacle", outcome: obstacleOf(start) };
    case "not_found":
      return { kind: "obstacle", outcome: { outcome: "not_found" } };
    case "changed":
      return { kind: "outdated" };
    case "leased": {
      const lease = { owner, attempt: start.leaseAttempt };
      const verdictWithoutSending = start.receiptExists
        ? await verdictOfReceipt(tenantId, context, gateway)
        : fault;
      return { kind: "begun", lease, attempts: start.attempts, verdictWithoutSending };
    }
  }
}

/** Where the answer got lost, the lease that was taken is this call's own: without it the push would wait until that lease has run out. */
async function leaseOnce({ database }: Gateway, request: SendingRequest): Promise<SendingStart> {
  try {
    return await beginIn(database, request);
  } catch (error) {
    if (!isPassingFault(error)) throw error;
    const own = await findOwnLease(database, request);
    if (!own) throw error;
    return { outcome: "leased", ...own };
  }
}

/** The last look before a request leaves: the action, the switches and the account once more, and the lease, in one statement. */
export async function confirmSending(
  tenantId: number,
  facts: PushFacts,
  lease: Lease,
  gateway: Gateway,
): Promise<string | null> {
  try {
    return isoOf(await confirmIn(gateway.database, lookOf(tenantId, facts, gateway), lease));
  } catch (error) {
    log.warn(
      { pushId: facts.context.pushId, error: describeError(error) },
      "A write was not confirmed and stays",
    );
    return null;
  }
}

/** The facts that both looks compare. */
function lookOf(tenantId: number, { context, switches, account }: PushFacts, gateway: Gateway) {
  return {
    tenant_id: tenantId,
    push_id: context.pushId,
    lease_seconds: gateway.leaseSeconds,
    own_account_id: account?.id ?? null,
    switches: switchesBefore(context),
    switches_from_environment: gateway.switchesFromEnvironment,
    switches_seen: switches,
  };
}

/** The switches that halt this push: writes to NetSuite, all proposals, the high tiers. */
function switchesBefore({ destination, riskLevel }: PushContext): SwitchName[] {
  return [
    ...(goesByLane(destination) ? (["ns_writes"] as const) : []),
    "proposed_apply",
    ...(riskLevel >= 4 ? (["high_risk_ops"] as const) : []),
  ];
}

/** Our own reason to refuse it. Null: there is none. */
function findFault(tenantId: number, { context, answer }: PushFacts): WriteVerdict | null {
  if (answer.effect === "deny") {
    return refusal("POLICY_DENIED", deniedWords(answer, "forbids sending this"));
  }
  const fault = findPayloadFault(tenantId, context);
  return fault && refusal(fault.code, fault.message);
}

/**
 * A write is for the account whose record was read, and goes to no other: ids and values of one account mean something else
 * in another.
 */
function findOtherAccount(context: PushContext, account: string | null): WriteVerdict | null {
  const isOther = (own: string | null) => account !== null && own !== null && own !== account;
  if (!isOther(context.netsuiteAccount) && !isOther(context.sentTo)) return null;
  return {
    class: "stale",
    reason: "account_changed",
    code: "ACCOUNT_CHANGED",
    publicMessage: "The company has another NetSuite account now. Nothing was written; propose it again.",
    live: [],
    details: { httpStatus: null, message: null },
  };
}

/** It may have been written before it was refused: the push is unknown until a probe has answered. */
const askFirst: WriteVerdict = {
  class: "unknown",
  code: "REFUSED_AFTER_SENDING",
  publicMessage: "It was sent before and is refused now. A probe first finds out whether it was written.",
  details: { httpStatus: null, message: null },
};

function halted(because: string, retryInMs: number | null): Begun {
  return { kind: "obstacle", outcome: { outcome: "halted", retryInMs, because } };
}

function haltedWords(name: string, { switches }: PushFacts): string {
  const isElsewhere = switches.some((one) => one.name === name && one.releasedElsewhere);
  return isElsewhere
    ? `the release of the kill switch ${name} was not made in Countersign, which counts as engaged`
    : `the kill switch ${name} is on`;
}

function obstacleOf(obstacle: PushObstacle): PushOutcome {
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
