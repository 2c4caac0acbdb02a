import type { TenantTransaction } from "@/db/client";
import { readActionRow } from "@/db/queries/actions/actions";
import type { EndResult } from "@/lib/contract/actions/amend";
import { isoOf } from "@/lib/core/values/time";

/** The answer about an action that this transaction has ended. */
export async function endResultOf(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  pushesCancelled: number,
): Promise<EndResult> {
  const row = await readActionRow(tx, tenantId, actionId);
  if (!row?.endedAt) throw new Error(`action ${actionId} was to have ended`);
  return {
    id: row.id,
    status: row.status,
    ended_by: row.endedByLabel ?? "",
    ended_at: isoOf(row.endedAt),
    pushes_cancelled: pushesCancelled,
  };
}
