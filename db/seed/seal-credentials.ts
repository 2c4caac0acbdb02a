import type postgres from "postgres";
import type { Role } from "@/lib/core/access/principal";

/** The credentials of a database from before they were sealed, as the tables' owner reads and fills them. */

type Tx = postgres.TransactionSql;

export interface UnsealedMember {
  tenantId: number;
  userId: number;
  role: Role;
}

export interface UnsealedPerson {
  userId: number;
  passwordHash: string | null;
  oidcIssuer: string | null;
  oidcSubject: string | null;
}

/** Where SHA-256 of a token is stored. */
const HASHED = [
  ["agents", "key_hash"],
  ["agents", "previous_key_hash"],
  ["personal_tokens", "token_hash"],
  ["password_links", "token_hash"],
  ["edit_tokens", "token_hash"],
] as const;

/** Everybody and everything, once: a migrated installation has few people and tokens. */
export async function listUnsealedCredentials(tx: Tx): Promise<{
  members: UnsealedMember[];
  people: UnsealedPerson[];
  hashes: string[];
}> {
  const members = await tx<UnsealedMember[]>`
    SELECT tenant_id::int AS "tenantId", user_id::int AS "userId", role FROM memberships
    WHERE role_seal IS NULL AND revoked_at IS NULL ORDER BY 1, 2`;
  const people = await tx<UnsealedPerson[]>`
    SELECT id::int AS "userId", password_hash AS "passwordHash", oidc_issuer AS "oidcIssuer",
      oidc_subject AS "oidcSubject"
    FROM users WHERE password_hash IS NOT NULL OR oidc_subject IS NOT NULL ORDER BY id`;
  const hashes: string[] = [];
  for (const [table, column] of HASHED) {
    const rows = await tx<{ hash: string }[]>`
      SELECT ${tx(column)} AS hash FROM ${tx(table)} WHERE ${tx(column)} IS NOT NULL`;
    hashes.push(...rows.map((row) => row.hash));
  }
  return { members, people, hashes };
}

export const sealRoleOf = (tx: Tx, { tenantId, userId }: UnsealedMember, seal: string) =>
  tx`UPDATE memberships SET role_seal = ${seal} WHERE tenant_id = ${tenantId} AND user_id = ${userId}`;

export const sealPasswordOf = (tx: Tx, userId: number, sealed: string) =>
  tx`UPDATE users SET password_hash = ${sealed} WHERE id = ${userId}`;

export const sealLinkOf = (tx: Tx, userId: number, seal: string) =>
  tx`UPDATE users SET oidc_seal = ${seal} WHERE id = ${userId}`;

/** Puts the new hash in the place of each old one. */
export async function rehashTokens(tx: Tx, newByOld: ReadonlyMap<string, string>): Promise<void> {
  for (const [table, column] of HASHED) {
    await tx`
      UPDATE ${tx(table)} AS t SET ${tx(column)} = n.new
      FROM unnest(${[...newByOld.keys()]}::text[], ${[...newByOld.values()]}::text[]) AS n (old, new)
      WHERE t.${tx(column)} = n.old`;
  }
}
