import { type TenantTransaction, inTenant } from "@/db/client";
import { wakeNextInLine } from "@/db/queries/pushes/push-delivery";
import { LANE_PROBE_SECONDS } from "@/db/queries/pushes/push-leases";
import {
  closeReceipt,
  settleApplied,
  settleDead,
  settleRequeued,
  settleStale,
  settleUnknown,
} from "@/db/queries/pushes/settle-push";
import { linePayloadOf } from "@/lib/action-types/payload/lines";
import { actionTypeOf } from "@/lib/action-types/registry";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { compareReadback } from "@/lib/destinations/requests";
import { assertNever } from "@/lib/core/errors";
import { PUSH_ATTEMPTS_MAX, nextAttemptDelayMs, throttleDelayMs } from "@/lib/core/push/retry";
import type { AppliedVerdict, FailureVerdict } from "@/lib/core/push/verdict";
import { log } from "@/lib/log";
import { afterCommit } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";
import { endAsApplied, endAsStale } from "./end-push";
import { reopenLane, stopLane } from "@/lib/gateway/controls/lane-events";
import type { PushOutcome } from "./settlement";
import { type Settlement, errorOf, recordSettlement, responseOf } from "./settlement";

/**
 * Turns a verdict into state: push, action, receipt, mirror, event and outbox in one transaction. Changes nothing where
 * the fence does not hold: somebody else settles then.
 */
export async function settleVerdict(settlement: Settlement, gateway: Gateway): Promise<PushOutcome> {
  const { tenantId, context, verdict } = settlement;
  const outcome = await inTenant(gateway.database, tenantId, async (tx) => {
    const result = await settleIn(tx, settlement, gateway);
    if (result.outcome === "settled_elsewhere") return result;
    // Any answer that came from the account itself shows that its lane is open.
    if (
      verdict.class !== "lane_halt" &&
      verdict.class !== "not_executed" &&
      verdict.class !== "unknown" &&
      settlement.sent &&
      context.destination === "netsuite"
    ) {
      await reopenLane(tx, tenantId, { actionId: context.actionId });
    }
    if (result.outcome === "applied" || result.outcome === "stale" || result.outcome === "dead")
      await wakeNextInLine(tx, tenantId, context.pushId);
    return result;
  });
  log.info(
    {
      tenantId,
      pushId: context.pushId,
      actionId: context.actionId,
      verdict: verdict.class,
      code: verdict.code,
      outcome: outcome.outcome,
    },
    "A push was settled",
  );
  afterCommit(gateway, tenantId);
  return outcome;
}

async function settleIn(
  tx: TenantTransaction,
  settlement: Settlement,
  gateway: Gateway,
): Promise<PushOutcome> {
  const { verdict } = settlement;
  switch (verdict.class) {
    case "applied":
      return applied(tx, settlement, verdict);
    case "not_executed":
      return notExecuted(tx, settlement, verdict, gateway);
    case "unknown":
    case "conflict":
      return unknown(tx, settlement, verdict, gateway);
    case "stale":
      return stale(tx, settlement, verdict);
    case "terminal":
      return dead(tx, settlement, "terminal", settlement.sent);
    case "lane_halt":
      return laneHalted(tx, settlement);
    default:
      return assertNever(verdict);
  }
}

async function applied(
  tx: TenantTransaction,
  settlement: Settlement,
  verdict: AppliedVerdict,
): Promise<PushOutcome> {
  const { tenantId, context, fence } = settlement;
  const payload = linePayloadOf(JSON.parse(context.payloadText) as ProposalPayload, context.lineNo);
  if (!payload) throw new Error(`push ${context.pushId} is for a line that its payload does not have`);
  const readback = compareReadback(payload, verdict.readback);
  const verification = readback.every((line) => line.matches) ? "verified" : "mismatch";
  const proof = { nsInternalId: verdict.record.id, readback, verification } as const;
  if (!(await settleApplied(tx, { tenantId, pushId: context.pushId, fence }, proof))) return elsewhere;
  await closeReceipt(tx, {
    tenantId,
    actionKey: context.actionKey,
    status: "applied",
    response: {
      record: verdict.record,
      readback,
      committed_at: verdict.committedAt,
      duplicate: verdict.duplicate,
    },
    verification,
    howToReverse: actionTypeOf(payload.action_type)?.undo(payload) ?? null,
  });
  await endAsApplied(tx, settlement, {
    ns_internal_id: verdict.record.id,
    verification,
    duplicate: verdict.duplicate,
    committed_at: verdict.committedAt,
  });
  return { outcome: "applied" };
}

async function notExecuted(
  tx: TenantTransaction,
  settlement: Settlement,
  verdict: Extract<FailureVerdict, { class: "not_executed" }>,
  gateway: Gateway,
): Promise<PushOutcome> {
  const { context, fence } = settlement;
  if (verdict.throttled) {
    const inMs = throttleDelayMs(
      fence.attempt - context.attempts,
      gateway.random(),
      verdict.retryAfterSeconds,
    );
    return requeue(tx, settlement, { inMs, spendsAttempt: false, failureClass: "not_executed" });
  }
  const inMs = nextAttemptDelayMs(context.attempts + 1, gateway.random());
  if (inMs === null) return dead(tx, settlement, "transient", true);
  return requeue(tx, settlement, { inMs, spendsAttempt: true, failureClass: "not_executed" });
}

async function unknown(
  tx: TenantTransaction,
  settlement: Settlement,
  verdict: FailureVerdict,
  gateway: Gateway,
): Promise<PushOutcome> {
  const { tenantId, context, fence } = settlement;
  const failureClass = verdict.class === "conflict" ? "conflict" : "unknown";
  // A conflict was refused for certain, so nothing has to settle before it is asked about and sent again.
  const holdSeconds = failureClass === "conflict" ? 0 : gateway.holdSeconds;
  const target = { tenantId, pushId: context.pushId, fence };
  if (!(await settleUnknown(tx, target, { holdSeconds, failureClass, error: errorOf(verdict) })))
    return elsewhere;
  await closeReceipt(tx, {
    tenantId,
    actionKey: context.actionKey,
    status: "unknown",
    response: responseOf(verdict),
    verification: null,
    howToReverse: null,
  });
  await recordSettlement(tx, settlement, "push.unknown", {
    code: verdict.code,
    class: failureClass,
    hold_seconds: holdSeconds,
  });
  return { outcome: "unknown", retryInMs: holdSeconds * 1000, because: verdict.publicMessage };
}

async function stale(
  tx: TenantTransaction,
  settlement: Settlement,
  verdict: Extract<FailureVerdict, { class: "stale" }>,
): Promise<PushOutcome> {
  const { tenantId, context, fence } = settlement;
  const target = { tenantId, pushId: context.pushId, fence };
  if (!(await settleStale(tx, target, errorOf(verdict)))) return elsewhere;
  await closeReceipt(tx, {
    tenantId,
    actionKey: context.actionKey,
    status: "stale",
    response: responseOf(verdict),
    verification: null,
    howToReverse: null,
  });
  await endAsStale(tx, settlement, "push", { reason: verdict.reason, live: verdict.live });
  return { outcome: "stale" };
}

async function laneHalted(tx: TenantTransaction, settlement: Settlement): Promise<PushOutcome> {
  const { tenantId, verdict, context } = settlement;
  const result = await requeue(tx, settlement, {
    inMs: LANE_PROBE_SECONDS * 1000,
    spendsAttempt: false,
    failureClass: "lane_halt",
  });
  // Not before the fence has held: a sender that lost its lease does not stop the account.
  if (result.outcome !== "requeued") return result;
  await stopLane(tx, tenantId, {
    code: verdict.code,
    message: verdict.publicMessage,
    actionId: context.actionId,
    actionType: context.actionType,
  });
  return { outcome: "lane_halted", retryInMs: LANE_PROBE_SECONDS * 1000, because: verdict.publicMessage };
}

async function requeue(
  tx: TenantTransaction,
  settlement: Settlement,
  next: { inMs: number; spendsAttempt: boolean; failureClass: string },
): Promise<PushOutcome> {
  const { tenantId, context, fence, verdict } = settlement;
  const error = errorOf(verdict as FailureVerdict);
  if (!(await settleRequeued(tx, { tenantId, pushId: context.pushId, fence }, { ...next, error })))
    return elsewhere;
  await recordSettlement(tx, settlement, "push.requeued", {
    code: verdict.code,
    class: next.failureClass,
    in_ms: next.inMs,
    spends_attempt: next.spendsAttempt,
  });
  return { outcome: "requeued", retryInMs: next.inMs, because: verdict.publicMessage };
}

async function dead(
  tx: TenantTransaction,
  settlement: Settlement,
  failureClass: "terminal" | "transient",
  spendsAttempt: boolean,
): Promise<PushOutcome> {
  const { tenantId, context, fence, verdict } = settlement;
  const error = errorOf(verdict as FailureVerdict);
  if (
    !(await settleDead(
      tx,
      { tenantId, pushId: context.pushId, fence },
      { spendsAttempt, failureClass, error },
    ))
  )
    return elsewhere;
  await closeReceipt(tx, {
    tenantId,
    actionKey: context.actionKey,
    status: "failed",
    response: responseOf(verdict as FailureVerdict),
    verification: null,
    howToReverse: null,
  });
  await recordSettlement(tx, settlement, "push.dead", {
    code: verdict.code,
    class: failureClass,
    attempts_max: PUSH_ATTEMPTS_MAX,
  });
  return { outcome: "dead" };
}

const elsewhere: PushOutcome = { outcome: "settled_elsewhere" };
