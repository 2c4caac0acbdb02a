import type { TenantTransaction } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger/events";
import { enqueueOutbox } from "@/db/queries/pushes/outbox";
import type { PushContext } from "@/db/queries/pushes/pushes";
import { countLines } from "@/db/queries/pushes/roll-lines";
import { markActionApplied, markActionEnded } from "@/db/queries/pushes/settle-push";
import { rollEndOf, rollVerificationOf } from "@/lib/core/push/roll";
import { staleWords } from "@/lib/core/push/stale-words";
import { type Settlement, type Settler, pushDetailsOf, recordSettlement } from "./settlement";
import type { Verification } from "@/lib/core/push/push";

/**
 * What the end of a push means for its action: everything where it is the action's only write; where it is a line of a
 * roll, the roll ends with its last line. All of it happens in the transaction that settled the push.
 */

interface Proof {
  ns_internal_id: string;
  verification: Verification;
  duplicate: boolean;
  committed_at: string | null;
}

export async function endAsApplied(
  tx: TenantTransaction,
  settlement: Settlement,
  proof: Proof,
): Promise<void> {
  const { tenantId, context } = settlement;
  if (context.lineNo > 0) {
    await recordSettlement(tx, settlement, "push.line_applied", { ...proof });
    return endRollIfOver(tx, tenantId, context.actionId, "push");
  }
  await markActionApplied(tx, tenantId, context.actionId, proof.ns_internal_id, proof.verification);
  const where = context.destination === "internal" ? { destination: context.destination } : {};
  await recordSettlement(tx, settlement, "hitl.applied", { ...proof, ...where });
  await tellOutside(tx, tenantId, context.actionId, "applied");
}

export async function endAsStale(
  tx: TenantTransaction,
  { tenantId, context, fence }: { tenantId: number; context: PushContext; fence?: Settlement["fence"] },
  settler: Settler,
  details: { reason: string } & Record<string, unknown>,
): Promise<void> {
  const { actionId, lineNo } = context;
  if (lineNo === 0) {
    const reason = staleWords(details.reason);
    await markActionEnded(tx, tenantId, actionId, { status: "stale", reason, byLabel: "push" });
  }
  await appendEvent(tx, {
    tenantId,
    actionId,
    type: lineNo === 0 ? "hitl.stale" : "push.line_stale",
    actorKind: "system",
    actorLabel: settler,
    details: { ...pushDetailsOf(context), ...(fence ? { lease_attempt: fence.attempt } : {}), ...details },
  });
  if (lineNo === 0) await tellOutside(tx, tenantId, actionId, "stale");
  else await endRollIfOver(tx, tenantId, actionId, settler);
}

/**
 * Ends the roll where no line is left to write: applied where at least one was, else stale, else (all cancelled)
 * cancelled. Dead lines keep it open: somebody replays or cancels them. To be called after an event of this roll was
 * appended: that locks the action's row, so that of two last lines the second sees the first.
 */
export async function endRollIfOver(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  byLabel: string,
): Promise<void> {
  const lines = await countLines(tx, tenantId, actionId);
  const end = rollEndOf(lines);
  if (end === null) return;
  switch (end) {
    case "applied":
      await markActionApplied(tx, tenantId, actionId, `${lines.applied} records`, rollVerificationOf(lines));
      break;
    case "stale":
      await markActionEnded(tx, tenantId, actionId, { status: end, reason: "no line still held", byLabel });
      break;
    case "cancelled":
      await markActionEnded(tx, tenantId, actionId, {
        status: end,
        reason: "every line was cancelled",
        byLabel,
      });
      break;
  }
  await appendEvent(tx, {
    tenantId,
    actionId,
    type: `hitl.${end}`,
    actorKind: "system",
    actorLabel: byLabel,
    details:
      end === "applied" ? { verification: rollVerificationOf(lines), lines } : { reason: "lines", lines },
  });
  await tellOutside(tx, tenantId, actionId, end);
}

async function tellOutside(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  suffix: "applied" | "stale" | "cancelled",
): Promise<void> {
  await enqueueOutbox(tx, {
    tenantId,
    name: `hitl.${suffix}`,
    eventId: `action-${actionId}-${suffix}`,
    body: { tenant_id: tenantId, action_id: actionId },
  });
}
