import type { TenantTransaction } from "@/db/client";
import { type LedgerEntry, appendEvent, bySystem } from "@/db/queries/ledger/events";
import { countLines, listPushEnds } from "@/db/queries/pushes/lines";
import { announceAction } from "@/db/queries/pushes/outbox";
import { type ActionEnd, endDelivery } from "@/db/queries/pushes/settle-push";
import { isRoll } from "@/lib/action-types/payload/lines";
import { type LineCounts, endOfLines, verificationOfLines } from "@/lib/core/push/lines";
import { staleWords } from "@/lib/core/push/stale-words";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { log } from "@/lib/log";
import { forgedEndsOf } from "@/lib/gateway/ledger/seals/unwritten-seal";
import { sealEndOfLines } from "@/lib/gateway/ledger/seals/settlement-seal";
import { type Settlement, type Settler, settlementDetailsOf, settlementEventOf } from "./settlement";

/**
 * Ends an action with the last of its lines, in the transaction that settled that line's push. The end of a single write
 * records its own proof; the end of a roll records the counts of its lines, each of which has an event of its own.
 */

type Settled = Pick<Settlement, "tenantId" | "context"> & Partial<Settlement>;

export async function endAsStale(
  tx: TenantTransaction,
  settled: Settled,
  settler: Settler,
  details: { reason: string } & Record<string, unknown>,
): Promise<void> {
  const { tenantId, context, fence } = settled;
  const ending = { tenantId, actionId: context.actionId, by: settler };
  const alone = { status: "stale", reason: staleWords(details.reason), byLabel: "push" } as const;
  if (!isRoll(context.actionType))
    return endAction(tx, ending, alone, { ...settlementDetailsOf(context, fence), ...details });
  await appendSealedEvent(tx, settlementEventOf(settled, settler, "push.line_stale", details));
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
  if (end === null || (await hasForgedEnd(tx, ending))) return;
  const proof =
    end.status === "applied" ? proofOfLines(ending, end.verification, lines) : { reason: "lines" };
  await endAction(tx, ending, end, { ...proof, lines });
}

/** True where a line is said to have written nothing, and this app did not end it so: the action stays open for a person. */
async function hasForgedEnd(tx: TenantTransaction, { tenantId, actionId }: Ending): Promise<boolean> {
  const pushIds = forgedEndsOf(tenantId, actionId, await listPushEnds(tx, tenantId, actionId));
  if (pushIds.length === 0) return false;
  log.error({ tenantId, actionId, pushIds }, "Lines that were sent ended without the app's seal");
  return true;
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
  await appendEnd(tx, end, { ...bySystem(tenantId, by), actionId, type: `hitl.${end.status}`, details });
  await announceAction(tx, tenantId, actionId, end.status);
}

/** An applied end already carries a seal, in its proof. The others get one here. */
const appendEnd = (
  tx: TenantTransaction,
  { status }: ActionEnd,
  entry: LedgerEntry & { actionId: number },
): Promise<void> => (status === "applied" ? appendEvent(tx, entry) : appendSealedEvent(tx, entry));
