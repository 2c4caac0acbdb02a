import type { TenantTransaction } from "@/db/client";
import { appendEvent, bySystem } from "@/db/queries/ledger/events";
import { countLines } from "@/db/queries/pushes/lines";
import { announceAction } from "@/db/queries/pushes/outbox";
import { type ActionEnd, endDelivery } from "@/db/queries/pushes/settle-push";
import { isRoll } from "@/lib/action-types/payload/lines";
import { type LineCounts, endOfLines, verificationOfLines } from "@/lib/core/push/lines";
import type { Verification } from "@/lib/core/push/push";
import { staleWords } from "@/lib/core/push/stale-words";
import { sealEndOfLines } from "@/lib/gateway/ledger/seals/settlement-seal";
import { type Settlement, type Settler, recordSettlement, settlementDetailsOf } from "./settlement";

/**
 * Ends an action with the last of its lines, in the transaction that settled that line's push. The end of a single write
 * records its own proof; the end of a roll records the counts of its lines, each of which has an event of its own.
 */

type Settled = Pick<Settlement, "tenantId" | "context"> & Partial<Settlement>;

export async function endAsApplied(
  tx: TenantTransaction,
  settled: Settlement,
  proof: {
    ns_internal_id: string;
    verification: Verification;
    duplicate: boolean;
    committed_at: string | null;
    record_type: string;
    payload_hash: string;
    readback_hash: string;
    seal: string;
  },
): Promise<void> {
  const { destination } = settled.context;
  const details = { ...proof, ...(destination === "internal" ? { destination } : {}) };
  const { ns_internal_id: nsInternalId, verification } = proof;
  await endPush(tx, settled, "push", { status: "applied", nsInternalId, verification }, details);
}

export async function endAsStale(
  tx: TenantTransaction,
  settled: Settled,
  settler: Settler,
  details: { reason: string } & Record<string, unknown>,
): Promise<void> {
  const reason = staleWords(details.reason);
  await endPush(tx, settled, settler, { status: "stale", reason, byLabel: "push" }, details);
}

/** `alone`: the end of the action where this is its only write. */
async function endPush(
  tx: TenantTransaction,
  settled: Settled,
  settler: Settler,
  alone: ActionEnd,
  details: Record<string, unknown>,
): Promise<void> {
  const { tenantId, context, fence } = settled;
  const ending = { tenantId, actionId: context.actionId, by: settler };
  if (!isRoll(context.actionType))
    return endAction(tx, ending, alone, { ...settlementDetailsOf(context, fence), ...details });
  await recordSettlement(tx, settled, settler, `push.line_${alone.status}`, details);
  await endActionIfOver(tx, ending);
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
  const proof =
    end.status === "applied" ? proofOfLines(ending, end.verification, lines) : { reason: "lines" };
  await endAction(tx, ending, end, { ...proof, lines });
}

function proofOfLines({ tenantId, actionId }: Ending, verification: string, lines: LineCounts) {
  return { verification, seal: sealEndOfLines({ tenantId, actionId, verification, lines: { ...lines } }) };
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
  // Undoes the settlement of the push as well: an action that ended otherwise is a fault for a person to find.
  if (!(await endDelivery(tx, tenantId, actionId, end)))
    throw new Error(`action ${actionId} was not approved when its last push ended`);
  await appendEvent(tx, { ...bySystem(tenantId, by), actionId, type: `hitl.${end.status}`, details });
  await announceAction(tx, tenantId, actionId, end.status);
}
