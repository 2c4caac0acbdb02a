import type { TenantTransaction } from "@/db/client";
import { readLastSweep } from "@/db/queries/controls/sweeps";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { sweepStateOf } from "@/lib/core/sweep-state";
import { isoOf } from "@/lib/core/values/time";
import type { Gateway } from "@/lib/gateway/context";

/** Whether Inngest carries this tenant's work, told by the last sweep and by the events that it has not taken. */
export async function sweepViewIn(
  tx: TenantTransaction,
  tenantId: number,
  { startedAt }: Pick<Gateway, "startedAt">,
): Promise<Overview["sweep"]> {
  const { now, foundedAt, lastAt, unsentSince } = await readLastSweep(tx, tenantId);
  const timeOf = (text: string | null) => (text === null ? null : new Date(text));
  const state = sweepStateOf({
    now: new Date(now),
    startedAt,
    foundedAt: new Date(foundedAt),
    lastAt: timeOf(lastAt),
    unsentSince: timeOf(unsentSince),
  });
  return { state, last_at: isoOf(lastAt), unsent_since: isoOf(unsentSince) };
}
