import { sql } from "drizzle-orm";
import type { Decision } from "@/lib/core/action/proposed-action";
import type { TenantTransaction } from "@/db/client";
import { editTokens } from "@/db/schema/decisions";

/** Stores the hash of a fresh token; returns when it stops working. */
export async function insertEditToken(
  tx: TenantTransaction,
  token: {
    tenantId: number;
    userId: number;
    actionId: number;
    payloadHash: string;
    decision: Decision;
    tokenHash: string;
    validSeconds: number;
  },
): Promise<Date> {
  const [row] = await tx
    .insert(editTokens)
    .values({
      tenantId: token.tenantId,
      userId: token.userId,
      actionId: token.actionId,
      payloadHash: token.payloadHash,
      decision: token.decision,
      tokenHash: token.tokenHash,
      expiresAt: sql`clock_timestamp() + make_interval(secs => ${token.validSeconds})`,
    })
    .returning({ expiresAt: editTokens.expiresAt });
  return row!.expiresAt;
}
