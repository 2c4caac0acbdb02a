import type { TenantTransaction } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger/events";
import type { PushContext } from "@/db/queries/pushes/pushes";
import type { Fence } from "@/db/queries/pushes/settle-push";
import type { FailureVerdict, WriteVerdict } from "@/lib/core/push/verdict";

/** The result of one attempt to deliver. `retryInMs`: call again then; null or absent: calling again does nothing more. */
export type PushOutcome =
  | { outcome: "applied" | "stale" | "dead" | "settled_elsewhere" | "not_found" }
  | {
      outcome:
        "requeued" | "unknown" | "not_due" | "waiting_its_turn" | "lane_halted" | "halted" | "in_flight";
      retryInMs: number | null;
      because: string;
    };

/** What is settled, and how the ledger, Inngest and the receipt are told of it. */
export interface Settlement {
  tenantId: number;
  context: PushContext;
  fence: Fence;
  verdict: WriteVerdict;
  /** False: our own check refused before anything was sent. */
  sent: boolean;
}

/** Whose agent proposed this, and under which id: what every line about its delivery carries. */
export function correlationOf(context: PushContext) {
  return { correlationId: context.correlationId, traceId: context.traceId };
}

/** In whose name what is told: the push itself, or the probe that found out. */
export type Settler = "push" | "probe";

/** Which push, and of a roll which line. */
export function pushDetailsOf(context: PushContext): Record<string, unknown> {
  return { push_id: context.pushId, ...(context.lineNo > 0 ? { line_no: context.lineNo } : {}) };
}

export async function recordSettlement(
  tx: TenantTransaction,
  { tenantId, context, fence }: Settlement,
  type: string,
  details: Record<string, unknown>,
): Promise<void> {
  await appendEvent(tx, {
    tenantId,
    actionId: context.actionId,
    type,
    actorKind: "system",
    actorLabel: "push",
    details: { ...pushDetailsOf(context), lease_attempt: fence.attempt, ...details },
  });
}

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
