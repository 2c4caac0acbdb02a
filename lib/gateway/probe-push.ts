import { inTenant } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger";
import { type PushContext, readPushContext, wakeNextInLine } from "@/db/queries/pushes";
import { markProbed, settleDead, settleRequeued, settleStale } from "@/db/queries/settle-push";
import { closeReceipt } from "@/db/queries/settle-push";
import { enqueueOutbox } from "@/db/queries/outbox";
import type { NetSuiteWriteRequest } from "@/lib/core/field-map";
import { nextAttemptDelayMs } from "@/lib/core/retry";
import type { ProbeOutcome } from "@/lib/core/verdict";
import { afterCommit } from "./after-commit";
import { type Gateway, getGateway } from "./context";
import type { PushOutcome } from "./push-action";
import { settleVerdict } from "./settle-verdict";

/** Between probes that could not be answered. */
const askAgainMs = 15_000;

/**
 * Asks NetSuite what became of a write whose outcome nobody knows; reads only. Found: settled as applied. Not found: sent
 * again, but only once the hold has passed, since a slow write may still be on its way.
 */
export async function probePush(
  tenantId: number,
  pushId: number,
  gateway: Gateway = getGateway(),
): Promise<PushOutcome> {
  const context = await inTenant(gateway.database, tenantId, (tx) => readPushContext(tx, tenantId, pushId));
  if (!context) return { outcome: "not_found" };
  if (context.push_status !== "unknown") return { outcome: "settled_elsewhere" };

  const answer = await gateway.netsuite.probe({
    ...(context.payload_json as NetSuiteWriteRequest),
    op: "probe",
  });
  // A negative answer counts only where the hold had passed before it was asked for: what is still on its way may arrive
  // between answer and settlement.
  const now = await inTenant(gateway.database, tenantId, async (tx) => {
    await markProbed(tx, tenantId, pushId);
    return readPushContext(tx, tenantId, pushId);
  });
  if (!now || now.push_status !== "unknown" || now.lease_attempt !== context.lease_attempt)
    return { outcome: "settled_elsewhere" };
  return settleProbe(tenantId, now, answer, context.hold_passed, gateway);
}

async function settleProbe(
  tenantId: number,
  context: PushContext,
  answer: ProbeOutcome,
  holdHadPassed: boolean,
  gateway: Gateway,
): Promise<PushOutcome> {
  const fence = { status: "unknown", attempt: context.lease_attempt } as const;
  switch (answer.class) {
    case "applied":
      return settleVerdict({ tenantId, context, fence, verdict: answer, sent: true }, gateway);
    case "started":
      if (answer.liveMatches === "neither") return settleUnwritten(tenantId, context, "stale", gateway);
      return holdHadPassed
        ? settleUnwritten(tenantId, context, "resend", gateway)
        : waitOut(context, gateway);
    case "not_found":
      return holdHadPassed
        ? settleUnwritten(tenantId, context, "resend", gateway)
        : waitOut(context, gateway);
    case "stale":
      // The record is gone, or holds neither the old nor the new value. It may have been written before that: a person looks.
      return holdHadPassed ? settleUnwritten(tenantId, context, "stale", gateway) : waitOut(context, gateway);
    case "lane_halt":
    case "not_executed":
    case "unknown":
    case "conflict":
    case "terminal":
      return {
        outcome: "unknown",
        retryInMs: askAgainMs,
        because: `the probe got no answer: ${answer.publicMessage}`,
      };
  }
}

function waitOut(context: PushContext, gateway: Gateway): PushOutcome {
  const left = context.hold_until
    ? new Date(context.hold_until).getTime() - gateway.clock.now().getTime()
    : 0;
  return {
    outcome: "unknown",
    retryInMs: Math.max(1_000, left),
    because: "not found so far; sent again only when the hold has passed",
  };
}

/** Proven unwritten after the hold: sent again while attempts are left, or stale where the record moved on. */
async function settleUnwritten(
  tenantId: number,
  context: PushContext,
  what: "resend" | "stale",
  gateway: Gateway,
): Promise<PushOutcome> {
  const target = {
    tenantId,
    pushId: context.push_id,
    fence: { status: "unknown", attempt: context.lease_attempt } as const,
  };
  const error =
    what === "stale"
      ? {
          code: "PROBED_CHANGED",
          class: "stale",
          message: "A probe found the record changed by somebody else.",
        }
      : { code: "PROBED_NOT_WRITTEN", class: "unknown", message: "A probe found that nothing was written." };
  const delayMs = nextAttemptDelayMs(context.attempts, gateway.random());
  const outcome = await inTenant(gateway.database, tenantId, async (tx): Promise<PushOutcome> => {
    const record = (type: string, details: Record<string, unknown>) =>
      appendEvent(tx, {
        tenantId,
        actionId: context.action_id,
        type,
        actorKind: "system",
        actorLabel: "probe",
        details: { push_id: context.push_id, ...details },
      });
    if (what === "stale") {
      const reason = "the record has changed since, and nobody can say whether this was written before that";
      if (!(await settleStale(tx, target, context.action_id, reason, error)))
        return { outcome: "settled_elsewhere" };
      // The receipt stays open: it claims neither that it was written nor that it was not.
      await closeReceipt(tx, {
        tenantId,
        actionKey: context.action_key,
        status: "unknown",
        response: error,
        verification: null,
        howToReverse: null,
      });
      await record("hitl.stale", { reason: "probe" });
      await enqueueOutbox(tx, {
        tenantId,
        name: "hitl.stale",
        eventId: `action-${context.action_id}-stale`,
        body: { tenant_id: tenantId, action_id: context.action_id },
      });
      await wakeNextInLine(tx, tenantId, context.push_id);
      return { outcome: "stale" };
    }
    if (delayMs === null) {
      if (!(await settleDead(tx, target, { spendsAttempt: false, failureClass: "transient", error })))
        return { outcome: "settled_elsewhere" };
      await closeReceipt(tx, {
        tenantId,
        actionKey: context.action_key,
        status: "failed",
        response: error,
        verification: null,
        howToReverse: null,
      });
      await record("push.dead", { code: error.code, class: "transient" });
      await wakeNextInLine(tx, tenantId, context.push_id);
      return { outcome: "dead" };
    }
    const inMs = context.failure_class === "conflict" ? 0 : delayMs;
    if (!(await settleRequeued(tx, target, { inMs, spendsAttempt: false, failureClass: "unknown", error })))
      return { outcome: "settled_elsewhere" };
    await record("push.requeued", { code: error.code, in_ms: inMs });
    return { outcome: "requeued", retryInMs: inMs, because: error.message };
  });
  afterCommit(gateway, tenantId);
  return outcome;
}
