import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectAll } from "@/db/queries/rows";

/**
 * Tokens that are stored under the previous key and still work. Nobody can hash them again without the token, so that
 * whoever holds it is asked to use it, or gets another. A hash from before the keys had ids counts as one of them.
 */

export interface TokenHolders {
  /** An agent's name, or a person's address. */
  holder: string;
  tokens: number;
}

const isUnder = (column: SQL, keyId: string) =>
  sql`(starts_with(${column}, ${`${keyId}.`}) OR position('.' IN ${column}) = 0)`;

/** `unpresented`: the agent whose key was thrown away, unless it was used after all. At most `limit`, by name. */
export const listAgentsUnder = (
  tx: TenantTransaction,
  { tenantId, keyId, unpresented, limit }: UnderKey & { unpresented: string },
) =>
  selectAll<TokenHolders>(tx)`
    SELECT name AS holder, 1 AS tokens FROM agents
    WHERE tenant_id = ${tenantId} AND revoked_at IS NULL AND NOT (name = ${unpresented} AND last_used_at IS NULL)
      AND (${isUnder(sql`key_hash`, keyId)}
        OR ${isUnder(sql`previous_key_hash`, keyId)} AND previous_key_expires_at > clock_timestamp())
    ORDER BY name LIMIT ${limit}`;

export interface UnderKey {
  tenantId: number;
  keyId: string;
  limit: number;
}

const open = sql`t.used_at IS NULL AND t.expires_at > clock_timestamp()`;

/** How one of these tables says that a token still works. */
const tables = {
  personal_tokens: sql`t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp())`,
  password_links: open,
  edit_tokens: open,
  step_up_tokens: open,
};
export type TokenTable = keyof typeof tables;

/** Live members with such tokens, by their addresses, at most `limit`. */
export const listPeopleUnder = (
  tx: TenantTransaction,
  table: TokenTable,
  { tenantId, keyId, limit }: UnderKey,
) =>
  selectAll<TokenHolders>(tx)`
    SELECT u.email AS holder, count(*)::int AS tokens FROM ${sql.identifier(table)} t
    JOIN users u ON u.id = t.user_id
    JOIN memberships m ON m.tenant_id = t.tenant_id AND m.user_id = t.user_id
    WHERE t.tenant_id = ${tenantId} AND ${tables[table]} AND ${isUnder(sql`t.token_hash`, keyId)}
      AND m.revoked_at IS NULL AND u.disabled_at IS NULL
    GROUP BY u.email ORDER BY u.email LIMIT ${limit}`;
