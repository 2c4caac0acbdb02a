import type { TenantTransaction } from "@/db/client";
import { readLastSweep } from "@/db/queries/controls/sweeps";
import type { Overview } from "@/lib/contract/overview";
import { sweepStateOf } from "@/lib/core/sweep-state";
import { isoOf } from "@/lib/core/values/time";
import type { Gateway } from "@/lib/gateway/context";

/** Whether Inngest carries this tenant's work, told by the last sweep. */
export async function sweepViewIn(
  tx: TenantTransaction,
  tenantId: number,
  { startedAt }: Pick<Gateway, "startedAt">,
): Promise<Overview["sweep"]> {
  const { now, foundedAt, lastAt } = await readLastSweep(tx, tenantId);
  const founded = new Date(foundedAt);
  const state = sweepStateOf({
    now: new Date(now),
    lastAt: lastAt === null ? null : new Date(lastAt),
    since: founded > startedAt ? founded : startedAt,
  });
  return { state, last_at: isoOf(lastAt) };
}
