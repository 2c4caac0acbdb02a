import type { TenantTransaction } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger/events";
import { countLines } from "@/db/queries/pushes/lines";
import { enqueueOutbox } from "@/db/queries/pushes/outbox";
import type { PushContext } from "@/db/queries/pushes/pushes";
import { markActionApplied, markActionEnded } from "@/db/queries/pushes/settle-push";
import { isRoll } from "@/lib/action-types/payload/lines";
import { type LineCounts, endOfLines, verificationOfLines } from "@/lib/core/push/lines";
import type { RollVerification, Verification } from "@/lib/core/push/push";
import { staleWords } from "@/lib/core/push/stale-words";
import { type Settlement, type Settler, pushDetailsOf } from "./settlement";

/**
 * Ends an action with the last of its lines, in the transaction that settled that line's push. The end of a single write
 * tells its own proof; the end of a roll tells the counts of its lines, each of which has an event of its own.
 */

type ActionEnd =
  | { status: "applied"; nsInternalId: string; verification: RollVerification }
  | { status: "stale" | "cancelled"; reason: string; byLabel: string };

/** An end of a push, and the end of its action where it is the only write. */
interface PushEnd {
  tenantId: number;
  context: PushContext;
  settler: Settler;
  details: Record<string, unknown>;
  alone: ActionEnd;
}

export async function endAsApplied(
  tx: TenantTransaction,
  { tenantId, context, fence }: Settlement,
  proof: {
    ns_internal_id: string;
    verification: Verification;
    duplicate: boolean;
    committed_at: string | null;
  },
): Promise<void> {
  const { ns_internal_id: nsInternalId, verification } = proof;
  const where = context.destination === "internal" ? { destination: context.destination } : {};
  await endPush(tx, {
    tenantId,
    context,
    settler: "push",
    details: { lease_attempt: fence.attempt, ...proof, ...where },
    alone: { status: "applied", nsInternalId, verification },
  });
}

export async function endAsStale(
  tx: TenantTransaction,
  { tenantId, context, fence }: Pick<Settlement, "tenantId" | "context"> & Partial<Pick<Settlement, "fence">>,
  settler: Settler,
  details: { reason: string } & Record<string, unknown>,
): Promise<void> {
  await endPush(tx, {
    tenantId,
    context,
    settler,
    details: { ...(fence ? { lease_attempt: fence.attempt } : {}), ...details },
    alone: { status: "stale", reason: staleWords(details.reason), byLabel: "push" },
  });
}

async function endPush(tx: TenantTransaction, { tenantId, context, settler, alone, ...end }: PushEnd) {
  const { actionId } = context;
  const details = { ...pushDetailsOf(context), ...end.details };
  if (!isRoll(context.actionType)) return endAction(tx, { tenantId, actionId, by: settler }, alone, details);
  const type = `push.line_${alone.status}`;
  await appendEvent(tx, { tenantId, actionId, type, actorKind: "system", actorLabel: settler, details });
  await endActionIfOver(tx, { tenantId, actionId, by: settler });
}

interface Ending {
  tenantId: number;
  actionId: number;
  by: string;
}

/**
 * Ends the action where no line is left to write: applied where at least one was, else stale, else (all cancelled)
 * cancelled. Dead lines keep it open: somebody replays or cancels them. To be called after an event of this action was
 * appended: that locks the action's row, so that of two last lines the second sees the first.
 */
export async function endActionIfOver(tx: TenantTransaction, ending: Ending): Promise<void> {
  const lines = await countLines(tx, ending.tenantId, ending.actionId);
  const end = endOf(lines, ending.by);
  if (end === null) return;
  const told = end.status === "applied" ? { verification: end.verification } : { reason: "lines" };
  await endAction(tx, ending, end, { ...told, lines });
}

function endOf(lines: LineCounts, byLabel: string): ActionEnd | null {
  const status = endOfLines(lines);
  switch (status) {
    case null:
      return null;
    case "applied":
      return { status, nsInternalId: `${lines.applied} records`, verification: verificationOfLines(lines)! };
    case "stale":
      return { status, reason: "no line still held", byLabel };
    case "cancelled":
      return { status, reason: "every line was cancelled", byLabel };
  }
}

async function endAction(
  tx: TenantTransaction,
  { tenantId, actionId, by }: Ending,
  end: ActionEnd,
  details: Record<string, unknown>,
): Promise<void> {
  const { status } = end;
  if (end.status === "applied") await markActionApplied(tx, tenantId, actionId, end);
  else await markActionEnded(tx, tenantId, actionId, end);
  const type = `hitl.${status}`;
  await appendEvent(tx, { tenantId, actionId, type, actorKind: "system", actorLabel: by, details });
  await enqueueOutbox(tx, {
    tenantId,
    name: type,
    eventId: `action-${actionId}-${status}`,
    body: { tenant_id: tenantId, action_id: actionId },
  });
}
