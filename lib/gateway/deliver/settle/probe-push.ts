import { inTenant } from "@/db/client";
import { type PushContext, readPushContext } from "@/db/queries/pushes/pushes";
import { markProbed } from "@/db/queries/pushes/settle-push";
import { type NetSuiteWriteRequest, probeOf } from "@/lib/destinations/requests";
import type { ProbeOutcome } from "@/lib/core/push/verdict";
import { aboutAction } from "@/lib/correlation";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { destinationFor } from "@/lib/destinations/destination";
import type { PushOutcome } from "./settlement";
import { settleProbed } from "./settle-probe";
import { correlationOf } from "./settlement";
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
  if (context.pushStatus !== "unknown") return { outcome: "settled_elsewhere" };
  return aboutAction(correlationOf(context), () => ask(tenantId, context, gateway));
}

async function ask(tenantId: number, context: PushContext, gateway: Gateway): Promise<PushOutcome> {
  const pushId = context.pushId;
  const { probe } = destinationFor(gateway, tenantId, context.destination);
  const answer = await probe(probeOf(context.payloadJson as NetSuiteWriteRequest));
  // A negative answer counts only where the hold had passed before it was asked for: what is still on its way may arrive
  // between answer and settlement.
  const now = await inTenant(gateway.database, tenantId, async (tx) => {
    await markProbed(tx, tenantId, pushId);
    return readPushContext(tx, tenantId, pushId);
  });
  if (!now || now.pushStatus !== "unknown" || now.leaseAttempt !== context.leaseAttempt)
    return { outcome: "settled_elsewhere" };
  return settleProbe(tenantId, now, answer, context.holdPassed, gateway);
}

async function settleProbe(
  tenantId: number,
  context: PushContext,
  answer: ProbeOutcome,
  holdHadPassed: boolean,
  gateway: Gateway,
): Promise<PushOutcome> {
  const fence = { status: "unknown", attempt: context.leaseAttempt } as const;
  switch (answer.class) {
    case "applied":
      return settleVerdict({ tenantId, context, fence, verdict: answer, sent: true }, gateway);
    case "started":
      if (answer.liveMatches === "neither") return settleProbed(tenantId, context, "changed", gateway);
      return holdHadPassed
        ? settleProbed(tenantId, context, "unwritten", gateway)
        : waitOut(context, gateway);
    case "not_found":
      return holdHadPassed
        ? settleProbed(tenantId, context, "unwritten", gateway)
        : waitOut(context, gateway);
    case "stale":
      // The record is gone, or holds neither the old nor the new value. It may have been written before that: a person looks.
      return holdHadPassed ? settleProbed(tenantId, context, "changed", gateway) : waitOut(context, gateway);
    case "terminal":
      // It will refuse the next probe as well: a person has to find out.
      if (holdHadPassed) return settleProbed(tenantId, context, "unanswerable", gateway);
      return waitOut(context, gateway);
    case "lane_halt":
    case "not_executed":
    case "unknown":
    case "conflict":
      return {
        outcome: "unknown",
        retryInMs: askAgainMs,
        because: `the probe got no answer: ${answer.publicMessage}`,
      };
  }
}

function waitOut(context: PushContext, gateway: Gateway): PushOutcome {
  const left = context.holdUntil ? new Date(context.holdUntil).getTime() - gateway.clock.now().getTime() : 0;
  return {
    outcome: "unknown",
    retryInMs: Math.max(1_000, left),
    because: "not found so far; sent again only when the hold has passed",
  };
}
