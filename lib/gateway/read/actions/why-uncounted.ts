import type { TenantTransaction } from "@/db/client";
import { whyNotCounted } from "@/db/queries/actions/decide";
import { uncountedWords } from "@/lib/core/action/own-proposal";
import type { Person } from "@/lib/core/access/principal";

/** Why this person's approval of a pending action would not count, in words; null: it would. */
export async function whyUncounted(
  tx: TenantTransaction,
  { tenantId, userId }: Person,
  actionId: number,
): Promise<string | null> {
  const row = await whyNotCounted(tx, tenantId, actionId, userId);
  return row?.refusal ? uncountedWords({ ...row, refusal: row.refusal }) : null;
}
