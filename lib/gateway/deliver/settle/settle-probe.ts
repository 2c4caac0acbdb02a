import { type TenantTransaction, inTenant } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger/events";
import { wakeNextInLine } from "@/db/queries/pushes/push-delivery";
import type { PushContext } from "@/db/queries/pushes/pushes";
import { closeReceipt, settleDead, settleRequeued, settleStale } from "@/db/queries/pushes/settle-push";
import { nextAttemptDelayMs } from "@/lib/core/push/retry";
import { afterCommit } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";
import { endAsStale } from "./end-push";
import type { PushOutcome } from "./settlement";
import { pushDetailsOf } from "./settlement";

/** Settles an unknown push whose probe did not find the write: one transaction, fenced by the attempt. */

export type ProbeFinding =
  /** Proven unwritten after the hold: sent again while attempts are left. */
  | "unwritten"
  /** The record is gone or was changed by somebody else: it may have been written before that. */
  | "changed"
  /** NetSuite refuses to say, and will refuse again: a person has to find out. */
  | "unanswerable";

const faults = {
  unwritten: {
    code: "PROBED_NOT_WRITTEN",
    class: "unknown",
    message: "A probe found that nothing was written.",
  },
  changed: {
    code: "PROBED_CHANGED",
    class: "stale",
    message: "A probe found the record changed by somebody else.",
  },
  unanswerable: {
    code: "PROBE_REFUSED",
    class: "terminal",
    message: "NetSuite refuses to say what became of this write; look at the record before it is retried.",
  },
} as const;

const elsewhere: PushOutcome = { outcome: "settled_elsewhere" };

export async function settleProbed(
  tenantId: number,
  context: PushContext,
  finding: ProbeFinding,
  gateway: Gateway,
): Promise<PushOutcome> {
  const outcome = await inTenant(gateway.database, tenantId, (tx) => {
    switch (finding) {
      case "unwritten":
        return sendAgain(tx, tenantId, context, gateway.random());
      case "changed":
        return goStale(tx, tenantId, context);
      case "unanswerable":
        return die(tx, tenantId, context, "terminal", "unanswerable");
    }
  });
  afterCommit(gateway, tenantId);
  return outcome;
}

async function sendAgain(
  tx: TenantTransaction,
  tenantId: number,
  context: PushContext,
  random: number,
): Promise<PushOutcome> {
  const delayMs = nextAttemptDelayMs(context.attempts, random);
  if (delayMs === null) return die(tx, tenantId, context, "transient", "unwritten");
  const error = faults.unwritten;
  const inMs = context.failureClass === "conflict" ? 0 : delayMs;
  const next = { inMs, spendsAttempt: false, failureClass: "unknown", error };
  if (!(await settleRequeued(tx, targetOf(tenantId, context), next))) return elsewhere;
  await record(tx, tenantId, context, "push.requeued", { code: error.code, in_ms: inMs });
  return { outcome: "requeued", retryInMs: inMs, because: error.message };
}

async function goStale(tx: TenantTransaction, tenantId: number, context: PushContext): Promise<PushOutcome> {
  if (!(await settleStale(tx, targetOf(tenantId, context), faults.changed))) return elsewhere;
  await closeReceipt(tx, { tenantId, actionKey: context.actionKey }, inDoubt(faults.changed));
  await endAsStale(tx, { tenantId, context }, "probe", { reason: "probe" });
  await wakeNextInLine(tx, tenantId, context.pushId);
  return { outcome: "stale" };
}

async function die(
  tx: TenantTransaction,
  tenantId: number,
  context: PushContext,
  failureClass: "transient" | "terminal",
  finding: "unwritten" | "unanswerable",
): Promise<PushOutcome> {
  const error = faults[finding];
  const settled = await settleDead(tx, targetOf(tenantId, context), {
    spendsAttempt: false,
    failureClass,
    error,
  });
  if (!settled) return elsewhere;
  const answer =
    finding === "unanswerable" ? inDoubt(error) : ({ status: "failed", response: error } as const);
  await closeReceipt(tx, { tenantId, actionKey: context.actionKey }, answer);
  await record(tx, tenantId, context, "push.dead", { code: error.code, class: failureClass });
  await wakeNextInLine(tx, tenantId, context.pushId);
  return { outcome: "dead" };
}

/** Keeps the receipt open: it claims neither that it was written nor that it was not. */
const inDoubt = (response: Record<string, unknown>) => ({ status: "unknown", response }) as const;

function targetOf(tenantId: number, context: PushContext) {
  const fence = { status: "unknown", attempt: context.leaseAttempt } as const;
  return { tenantId, pushId: context.pushId, fence };
}

async function record(
  tx: TenantTransaction,
  tenantId: number,
  context: PushContext,
  type: string,
  details: Record<string, unknown>,
): Promise<void> {
  await appendEvent(tx, {
    tenantId,
    actionId: context.actionId,
    type,
    actorKind: "system",
    actorLabel: "probe",
    details: { ...pushDetailsOf(context), ...details },
  });
}
