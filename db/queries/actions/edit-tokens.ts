import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { editTokens } from "@/db/schema/decisions";

/** Edit tokens: each allows one decision on one payload. */

type NewToken = Omit<typeof editTokens.$inferInsert, "expiresAt"> & { validSeconds: number };

/** Stores the hash of a fresh token; returns when it stops working. */
export async function insertEditToken(tx: TenantTransaction, { validSeconds, ...token }: NewToken) {
  const expiresAt = sql`clock_timestamp() + make_interval(secs => ${validSeconds})`;
  const [row] = await tx
    .insert(editTokens)
    .values({ ...token, expiresAt })
    .returning({ expiresAt: editTokens.expiresAt });
  return row!.expiresAt;
}
