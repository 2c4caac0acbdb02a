import { inTenant } from "@/db/client";
import { type PushContext, readPushContext } from "@/db/queries/pushes/pushes";
import { markProbed } from "@/db/queries/pushes/settle-push";
import { type WriteRequest, probeOf } from "@/lib/destinations/requests";
import type { AppliedVerdict, ProbeOutcome } from "@/lib/core/push/verdict";
import { aboutAction } from "@/lib/correlation";
import { traced } from "@/lib/tracing/traced";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { findFaultOfWritten } from "@/lib/gateway/deliver/push-payload";
import { probeOfPush } from "@/lib/gateway/netsuite-accounts";
import { type PushOutcome, attributesOf, correlationOf } from "./settlement";
import { type ProbeFinding, settleProbed, settleUnproven } from "./settle-probe";
import { settleVerdict } from "./settle-verdict";

type Unwritten = Exclude<ProbeOutcome, AppliedVerdict>;

/** Between probes that could not be answered. */
const askAgainMs = 15_000;

/**
 * Asks NetSuite about a write whose outcome nobody knows; reads only. Found, and approved through the app: settled as applied. Not found: sent again,
 * but only once the hold has passed, since a slow write may still be on its way.
 */
export async function probePush(
  tenantId: number,
  pushId: number,
  gateway: Gateway = getGateway(),
): Promise<PushOutcome> {
  const context = await inTenant(gateway.database, tenantId, (tx) => readPushContext(tx, tenantId, pushId));
  if (!context) return { outcome: "not_found" };
  if (context.pushStatus !== "unknown") return { outcome: "settled_elsewhere" };
  const attributes = attributesOf(tenantId, context);
  return aboutAction(correlationOf(context), () =>
    traced("probe", { kind: "consumer", attributes }, async (describe) => {
      const result = await ask(tenantId, context, gateway);
      describe({ "countersign.outcome": result.outcome });
      return result;
    }),
  );
}

async function ask(tenantId: number, context: PushContext, gateway: Gateway): Promise<PushOutcome> {
  const { pushId } = context;
  const probe = probeOfPush(gateway, tenantId, context);
  const answer = await probe(probeOf(context.requestJson as WriteRequest));
  const next = answer.class === "applied" ? { written: answer } : nextOf(answer, context, gateway);
  const now = await inTenant(gateway.database, tenantId, async (tx) => {
    await markProbed(tx, tenantId, pushId, "retryInMs" in next ? next.retryInMs : 0);
    return readPushContext(tx, tenantId, pushId);
  });
  if (!now || now.pushStatus !== "unknown" || now.leaseAttempt !== context.leaseAttempt)
    return { outcome: "settled_elsewhere" };
  if ("written" in next) {
    const fault = findFaultOfWritten(tenantId, now);
    if (fault) return settleUnproven(tenantId, now, fault, gateway);
    const fence = { status: "unknown", attempt: now.leaseAttempt } as const;
    return settleVerdict({ tenantId, context: now, fence, verdict: next.written, sent: true }, gateway);
  }
  if ("retryInMs" in next) return { outcome: "unknown", ...next };
  return settleProbed(tenantId, now, next.finding, gateway);
}

/**
 * The finding to settle, or the time to ask again. A negative answer counts only where the hold had passed before the
 * question: a write that is still on its way may arrive between answer and settlement. That holds of a changed record too:
 * a script may have made its check before the change and be inside its save, which NetSuite refuses for updates alone.
 */
function nextOf(
  answer: Unwritten,
  { holdPassed, holdUntil, overForSeconds }: PushContext,
  gateway: Gateway,
): { finding: ProbeFinding } | { retryInMs: number; because: string } {
  const finding = findingOf(answer);
  if (finding === null)
    return { retryInMs: askAgainMs, because: `the probe got no answer: ${answer.publicMessage}` };
  // Begun and not finished: the script may be inside its save.
  const savesForSeconds =
    answer.class === "started" && overForSeconds !== null ? gateway.holdSeconds - overForSeconds : 0;
  if (holdPassed && savesForSeconds > 0)
    return {
      retryInMs: Math.ceil(savesForSeconds) * 1_000,
      because: "NetSuite has begun it and may be inside its save",
    };
  if (holdPassed) return { finding };
  const holdLeftMs = holdUntil ? new Date(holdUntil).getTime() - gateway.clock.now().getTime() : 0;
  return {
    retryInMs: Math.max(1_000, holdLeftMs),
    because: "not found so far; nothing is given up or sent again before the hold has passed",
  };
}

/** Null: NetSuite did not answer. */
export function findingOf(answer: Unwritten): ProbeFinding | null {
  switch (answer.class) {
    case "started":
      return answer.liveMatches === "neither" ? "changed" : "unwritten";
    case "not_found":
      return "unwritten";
    case "stale":
      // The record is gone, or holds neither the old nor the new value. It may have been written before that: a person looks.
      return "changed";
    case "terminal":
      // It will refuse the next probe as well: a person has to find out.
      return "unanswerable";
    case "lane_halt":
    case "not_executed":
    case "unknown":
    case "conflict":
      return null;
  }
}
