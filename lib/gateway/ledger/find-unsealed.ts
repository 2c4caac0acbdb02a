import type { TenantTransaction } from "@/db/client";
import { listCheckpointsOf, listWaitingOf } from "@/db/queries/ledger/checkpoints";
import type { EventRow } from "@/db/queries/ledger/events";
import { rangesOf } from "@/lib/core/ledger/checkpoint";
import { unsealedIn } from "@/lib/core/ledger/replay/replay-checkpoint";
import type { Gateway } from "@/lib/gateway/context";
import { findSeal } from "./seals/event-seals";

/**
 * The ids of those events of actions and runs that must carry the app's seal and lack it: the history says nothing in their names. Under a key
 * that is gone no seal can be read again, so events of before are believed as their checkpoint found them.
 */
export async function findUnsealed(
  tx: TenantTransaction,
  tenantId: number,
  rows: readonly Pick<EventRow, "id" | "bodyText">[],
  { ledgerKeys }: Pick<Gateway, "ledgerKeys">,
): Promise<ReadonlySet<number>> {
  const missing = rows
    .filter(({ bodyText }) => findSeal(tenantId, bodyText) === "missing")
    .map(({ id }) => id);
  if (missing.length === 0) return new Set();
  const waiting = await listWaitingOf(tx, tenantId, missing);
  const checkpoints = await listCheckpointsOf(tx, tenantId, missing);
  const named = checkpoints.flatMap((checkpoint) => rangesOf(unsealedIn(checkpoint, ledgerKeys.known)));
  const isNamed = (id: number) => named.some(([from, to]) => id >= from && id < to);
  return new Set(missing.filter((id) => waiting.has(id) || isNamed(id)));
}
