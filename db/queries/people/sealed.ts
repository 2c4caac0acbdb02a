import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { memberships, users } from "@/db/schema/people";
import { type RowOf, execute, selectAll } from "@/db/queries/rows";

/**
 * Sealed values, page by page, and their replacement while COUNTERSIGN_SECRET_KEY changes: as the tables' owner. A value
 * is replaced where it is still the one that was read, so that a change in between stays.
 */

export interface SealedRow {
  id: number;
  /** Null: there is no seal where one is needed. */
  value: string | null;
}

/** The rows after `afterId`, by their ids, at most `limit`. */
export interface Page {
  tenantId: number;
  afterId: number;
  limit: number;
}

type TableOfBoxes =
  | "channel_accounts"
  | "netsuite_accounts"
  | "passkeys"
  | "webhook_endpoints"
  | "workflow_secrets"
  | "workflow_webhooks";

/** Lists the boxes of a table that are bound to nothing but their row's id or the tenant's. */
export const listBoxesOf =
  (table: "channel_accounts" | "netsuite_accounts" | "webhook_endpoints") =>
  (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
    selectAll<SealedRow>(tx)`
      SELECT id, sealed AS value FROM ${sql.identifier(table)}
      WHERE tenant_id = ${tenantId} AND id > ${afterId} AND sealed IS NOT NULL ORDER BY id LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceBoxOf =
  (table: TableOfBoxes) =>
  (tx: TenantTransaction, tenantId: number, { id, value }: SealedRow, replacement: string) =>
    execute(tx)`
      UPDATE ${sql.identifier(table)} SET sealed = ${replacement}
      WHERE tenant_id = ${tenantId} AND id = ${id} AND sealed = ${value}`;

type SecretOfPerson = "password_hash" | "totp_secret_encrypted";

/** The person belongs or belonged to this tenant, and to none before it: each person is listed once. */
const listedIn = (tenantId: number) => sql`
  EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id AND m.tenant_id = ${tenantId})
  AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id AND m.tenant_id < ${tenantId})`;

export const listSecretsOfPeople = (
  tx: TenantTransaction,
  column: SecretOfPerson,
  { tenantId, afterId, limit }: Page,
) =>
  selectAll<SealedRow>(tx)`
    SELECT u.id, u.${sql.identifier(column)} AS value FROM users u
    WHERE u.id > ${afterId} AND u.${sql.identifier(column)} IS NOT NULL AND ${listedIn(tenantId)}
    ORDER BY u.id LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceSecretOfPerson = (
  tx: TenantTransaction,
  column: SecretOfPerson,
  { id, value }: SealedRow,
  replacement: string,
) =>
  execute(tx)`
    UPDATE users SET ${sql.identifier(column)} = ${replacement}
    WHERE id = ${id} AND ${sql.identifier(column)} = ${value}`;

export type SealedLink = SealedRow & RowOf<typeof users, "oidcIssuer" | "oidcSubject">;

export const listSealedLinks = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedLink>(tx)`
    SELECT u.id, u.oidc_seal AS value, u.oidc_issuer, u.oidc_subject FROM users u
    WHERE u.id > ${afterId} AND u.oidc_subject IS NOT NULL AND ${listedIn(tenantId)}
    ORDER BY u.id LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceSealOfLink = (tx: TenantTransaction, link: SealedLink, replacement: string) =>
  execute(tx)`
    UPDATE users SET oidc_seal = ${replacement}
    WHERE id = ${link.id} AND oidc_seal = ${link.value}
      AND oidc_issuer = ${link.oidcIssuer} AND oidc_subject = ${link.oidcSubject}`;

export type SealedRole = SealedRow & RowOf<typeof memberships, "role" | "roleChanges">;

/** The role seals of live members and of ended offices. A viewer's role needs none. */
export const listSealedRoles = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedRole>(tx)`
    SELECT user_id AS id, role_seal AS value, role, role_changes FROM memberships
    WHERE tenant_id = ${tenantId} AND user_id > ${afterId}
      AND (role <> 'viewer' AND revoked_at IS NULL OR role_seal IS NOT NULL)
    ORDER BY user_id LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceSealOfRole = (
  tx: TenantTransaction,
  tenantId: number,
  { id, value, role, roleChanges }: SealedRole,
  replacement: string,
) =>
  execute(tx)`
    UPDATE memberships SET role_seal = ${replacement}
    WHERE tenant_id = ${tenantId} AND user_id = ${id} AND role_seal = ${value} AND role = ${role}
      AND role_changes = ${roleChanges}`;

/** Every tenant, as the tables' owner sees them. */
export async function listAllTenants(tx: TenantTransaction): Promise<{ id: number; slug: string }[]> {
  return selectAll<{ id: number; slug: string }>(tx)`SELECT id, slug FROM tenants ORDER BY id`;
}
