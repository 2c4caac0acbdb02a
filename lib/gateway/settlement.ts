import type { TenantTransaction } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger";
import { enqueueOutbox } from "@/db/queries/outbox";
import type { PushContext } from "@/db/queries/pushes";
import type { Fence } from "@/db/queries/settle-push";
import type { FailureVerdict, WriteVerdict } from "@/lib/core/verdict";

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
  return { correlationId: context.correlation_id, traceId: context.trace_id };
}

export async function recordSettlement(
  tx: TenantTransaction,
  { tenantId, context, fence }: Settlement,
  type: string,
  details: Record<string, unknown>,
): Promise<void> {
  await appendEvent(tx, {
    tenantId,
    actionId: context.action_id,
    type,
    actorKind: "system",
    actorLabel: "push",
    details: { push_id: context.push_id, lease_attempt: fence.attempt, ...details },
  });
}

export async function tellOutside(
  tx: TenantTransaction,
  { tenantId, context }: Settlement,
  name: string,
  suffix: string,
): Promise<void> {
  await enqueueOutbox(tx, {
    tenantId,
    name,
    eventId: `action-${context.action_id}-${suffix}`,
    body: { tenant_id: tenantId, action_id: context.action_id },
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
