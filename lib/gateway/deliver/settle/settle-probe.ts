import { type TenantTransaction, inTenant } from "@/db/client";
import { wakeNextInLine } from "@/db/queries/pushes/push-delivery";
import type { PushContext } from "@/db/queries/pushes/pushes";
import { closeReceipt, settleDead, settleRequeued, settleStale } from "@/db/queries/pushes/settle-push";
import { nextAttemptDelayMs } from "@/lib/core/push/retry";
import { afterCommit } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";
import type { PayloadFault } from "@/lib/gateway/deliver/push-payload";
import { endAsStale } from "./end-push";
import {
  type PushOutcome,
  type Settlement,
  recordSettlement,
  sealStale,
  settledElsewhere,
} from "./settlement";

/** Settles an unknown push that its probe does not show to be written as approved: one transaction, fenced by the attempt. */

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

export async function settleProbed(
  tenantId: number,
  context: PushContext,
  finding: ProbeFinding,
  gateway: Gateway,
): Promise<PushOutcome> {
  const probed = { tenantId, context };
  return settle(tenantId, gateway, (tx) => {
    switch (finding) {
      case "unwritten":
        return sendAgain(tx, probed, gateway.random());
      case "changed":
        return goStale(tx, probed);
      case "unanswerable":
        return die(tx, probed, { failureClass: "terminal", error: faults.unanswerable, inDoubt: true });
    }
  });
}

/** It was found, and nothing proves that the app let it through: a person has to find out who made it. */
export const settleUnproven = (
  tenantId: number,
  context: PushContext,
  { code, message }: PayloadFault,
  gateway: Gateway,
): Promise<PushOutcome> =>
  settle(tenantId, gateway, (tx) => {
    const error = { code, class: "terminal", message: `A probe found it written. ${message}` };
    return die(tx, { tenantId, context }, { failureClass: "terminal", error, inDoubt: true });
  });

async function settle(
  tenantId: number,
  gateway: Gateway,
  work: (tx: TenantTransaction) => Promise<PushOutcome>,
): Promise<PushOutcome> {
  const outcome = await inTenant(gateway.database, tenantId, work);
  afterCommit(gateway, tenantId);
  return outcome;
}

type Probed = Pick<Settlement, "tenantId" | "context">;

async function sendAgain(tx: TenantTransaction, probed: Probed, random: number): Promise<PushOutcome> {
  const { attempts, failureClass } = probed.context;
  const delayMs = nextAttemptDelayMs(attempts, random);
  if (delayMs === null)
    return die(tx, probed, { failureClass: "transient", error: faults.unwritten, inDoubt: false });
  const error = faults.unwritten;
  const inMs = failureClass === "conflict" ? 0 : delayMs;
  const next = { inMs, spendsAttempt: false, failureClass: "unknown", error };
  if (!(await settleRequeued(tx, pushRefOf(probed), next))) return settledElsewhere;
  await recordSettlement(tx, probed, "probe", "push.requeued", { code: error.code, in_ms: inMs });
  return { outcome: "requeued", retryInMs: inMs, because: error.message };
}

async function goStale(tx: TenantTransaction, probed: Probed): Promise<PushOutcome> {
  const end = { error: faults.changed, seal: sealStale(probed) };
  if (!(await settleStale(tx, pushRefOf(probed), end))) return settledElsewhere;
  await closeReceipt(tx, probed, inDoubt(faults.changed));
  await endAsStale(tx, probed, "probe", { reason: "probe" });
  await wakeNextInLine(tx, probed.tenantId, [probed.context.pushId]);
  return { outcome: "stale" };
}

interface Death {
  failureClass: "transient" | "terminal";
  error: { code: string; class: string; message: string };
  /** It may have been written. */
  inDoubt: boolean;
}

async function die(
  tx: TenantTransaction,
  probed: Probed,
  { failureClass, error, inDoubt: isInDoubt }: Death,
): Promise<PushOutcome> {
  const cause = { spendsAttempt: false, failureClass, error };
  if (!(await settleDead(tx, pushRefOf(probed), cause))) return settledElsewhere;
  const answer = isInDoubt ? inDoubt(error) : ({ status: "failed", response: error } as const);
  await closeReceipt(tx, probed, answer);
  await recordSettlement(tx, probed, "probe", "push.dead", { code: error.code, class: failureClass });
  await wakeNextInLine(tx, probed.tenantId, [probed.context.pushId]);
  return { outcome: "dead" };
}

/** Keeps the receipt open: it claims neither that it was written nor that it was not. */
const inDoubt = (response: Record<string, unknown>) => ({ status: "unknown", response }) as const;

function pushRefOf({ tenantId, context: { pushId, leaseAttempt } }: Probed) {
  return { tenantId, pushId, fence: { status: "unknown", attempt: leaseAttempt } as const };
}
