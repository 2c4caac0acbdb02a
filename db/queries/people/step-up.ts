import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { stepUpTokens } from "@/db/schema/people";
import type { Step } from "@/lib/core/access/step-up";
import { execute } from "@/db/queries/rows";

/** Step-up tokens: each allows one step of one session. */

type Owner = Pick<typeof stepUpTokens.$inferInsert, "tenantId" | "userId" | "sessionId">;

/** Stores the hash of a fresh token; returns when it stops working. */
export async function insertStepUp(
  tx: TenantTransaction,
  { validSeconds, ...token }: Owner & Step & { tokenHash: string; validSeconds: number },
): Promise<Date> {
  const expiresAt = sql`clock_timestamp() + make_interval(secs => ${validSeconds})`;
  const [row] = await tx
    .insert(stepUpTokens)
    .values({ ...token, expiresAt })
    .returning({ expiresAt: stepUpTokens.expiresAt });
  return row!.expiresAt;
}

/**
 * Spends a token, stored in one of these forms. False: it was used, has run out, or is for another step, session or
 * person.
 */
export async function spendStepUp(
  tx: TenantTransaction,
  token: Owner & Step & { forms: string[] },
): Promise<boolean> {
  const spent = await execute(tx)`
    UPDATE step_up_tokens SET used_at = clock_timestamp()
    WHERE token_hash = ANY (${sql.param(token.forms)}::text[]) AND tenant_id = ${token.tenantId}
      AND user_id = ${token.userId} AND session_id = ${token.sessionId} AND purpose = ${token.purpose}
      AND subject = ${token.subject} AND used_at IS NULL AND expires_at > clock_timestamp()`;
  return spent === 1;
}
