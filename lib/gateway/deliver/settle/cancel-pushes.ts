import type { TenantTransaction } from "@/db/client";
import { cancelOpenPushes, sealEnds } from "@/db/queries/pushes/lines";
import { sealUnwrittenEnd } from "@/lib/gateway/ledger/seals/unwritten-seal";

/** As `cancelOpenPushes`, with the app's seal on each end. Returns the ids. */
export async function cancelPushes(
  tx: TenantTransaction,
  { tenantId, actionId, byLabel }: { tenantId: number; actionId: number; byLabel: string },
): Promise<number[]> {
  const pushes = await cancelOpenPushes(tx, tenantId, actionId, byLabel);
  const end = { tenantId, actionId, status: "cancelled" } as const;
  const seals = pushes.map(({ id, payloadHash }) => ({
    id,
    seal: sealUnwrittenEnd({ ...end, pushId: id, payloadHash }),
  }));
  if (seals.length > 0) await sealEnds(tx, tenantId, seals);
  return pushes.map(({ id }) => id);
}
