import type { TenantTransaction } from "@/db/client";
import { bySystem } from "@/db/queries/ledger/events";
import type { PushContext } from "@/db/queries/pushes/pushes";
import type { Fence } from "@/db/queries/pushes/settle-push";
import { listedLineNo } from "@/lib/action-types/payload/lines";
import type { FailureVerdict, WriteVerdict } from "@/lib/core/push/verdict";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { sealUnwrittenEnd } from "@/lib/gateway/ledger/seals/unwritten-seal";

/** The result of one attempt to deliver. `retryInMs`: call again then; null or absent: calling again does nothing more. */
export type PushOutcome =
  | { outcome: "applied" | "stale" | "dead" | "settled_elsewhere" | "not_found" }
  | {
      outcome:
        "requeued" | "unknown" | "not_due" | "waiting_its_turn" | "lane_halted" | "halted" | "in_flight";
      retryInMs: number | null;
      because: string;
    };

/** A verdict on a push, and the fence that must still hold for it to count. */
export interface Settlement {
  tenantId: number;
  context: PushContext;
  fence: Fence;
  verdict: WriteVerdict;
  /** False: it was known before anything was sent. */
  sent: boolean;
}

/** The ids that every log line about the delivery carries. */
export function correlationOf({ correlationId, traceId, spanId }: PushContext) {
  return { correlationId, traceId, spanId };
}

/** The attributes of a span about the delivery. */
export const attributesOf = (tenantId: number, context: PushContext) => ({
  "countersign.tenant.id": tenantId,
  "countersign.action.id": context.actionId,
  "countersign.action.type": context.actionType,
  "countersign.action.tier": context.riskLevel,
  "countersign.push.id": context.pushId,
  "countersign.push.attempt": context.leaseAttempt,
});

/** The actor of a settlement's events: the push itself, or the probe that found out. */
export type Settler = "push" | "probe";

/** Event details: the push, the number of a listed line, and the attempt where the holder of the lease settles. */
export function settlementDetailsOf(
  { pushId, actionType, lineNo }: PushContext,
  fence: Fence | undefined,
): Record<string, unknown> {
  const line_no = listedLineNo(actionType, lineNo);
  return {
    push_id: pushId,
    ...(line_no === null ? {} : { line_no }),
    ...(fence ? { lease_attempt: fence.attempt } : {}),
  };
}

export const settledElsewhere: PushOutcome = { outcome: "settled_elsewhere" };

export function pushRefOf({ tenantId, context, fence }: Settlement) {
  return { tenantId, pushId: context.pushId, fence };
}

export const sealStale = ({ tenantId, context }: Pick<Settlement, "tenantId" | "context">): string =>
  sealUnwrittenEnd({ ...context, tenantId, payloadHash: context.pushPayloadHash, status: "stale" });

type Settled = Pick<Settlement, "tenantId" | "context"> & Partial<Settlement>;

/** The event of a settlement, to be appended. */
export const settlementEventOf = (
  { tenantId, context, fence }: Settled,
  settler: Settler,
  type: string,
  details: Record<string, unknown>,
) => ({
  ...bySystem(tenantId, settler),
  actionId: context.actionId,
  type,
  details: { ...settlementDetailsOf(context, fence), ...details },
});

/** With the attempt that it speaks of, also where a probe settles: an outcome is recorded once for each. */
export const recordSettlement = (
  tx: TenantTransaction,
  settled: Settled,
  settler: Settler,
  type: string,
  details: Record<string, unknown>,
): Promise<void> => {
  const lease_attempt = settled.fence?.attempt ?? settled.context.leaseAttempt;
  return appendSealedEvent(tx, settlementEventOf(settled, settler, type, { lease_attempt, ...details }));
};

export function errorOf(verdict: FailureVerdict) {
  return {
    code: verdict.code,
    class: verdict.class,
    message: verdict.publicMessage,
    details: verdict.details.message,
  };
}

export function responseOf(verdict: FailureVerdict): Record<string, unknown> {
  return { class: verdict.class, code: verdict.code, http_status: verdict.details.httpStatus };
}
