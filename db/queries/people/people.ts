/** This room holds the SQL of people, agents and their credentials. */

import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { Role } from "@/lib/core/access/principal";
import { execute, selectFirst, selectOne } from "@/db/queries/rows";

/** Questions about the people of a tenant, as they stand now, whatever a session says. */

const liveMembers = (tenantId: number) => sql`
  FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.tenant_id = ${tenantId} AND m.revoked_at IS NULL AND u.disabled_at IS NULL`;
const deciders = (tenantId: number) => sql`${liveMembers(tenantId)} AND m.role IN ('approver', 'admin')`;

/** How many people of the tenant could approve something now, or could within the last seven days. */
export async function countApprovers(tx: TenantTransaction, tenantId: number): Promise<number> {
  const row = await selectOne<{ count: number }>(tx)`
    SELECT count(*)::int AS count FROM people_in_office(${tenantId}::bigint)`;
  return row.count;
}

/** True if this person may decide now: a live member in a deciding role. */
export async function mayDecideNow(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
): Promise<boolean> {
  return (await execute(tx)`SELECT 1 ${deciders(tenantId)} AND m.user_id = ${userId}`) > 0;
}

/** True where this person belongs to the tenant now. */
export async function isLiveMember(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
): Promise<boolean> {
  return (await execute(tx)`SELECT 1 ${liveMembers(tenantId)} AND m.user_id = ${userId}`) > 0;
}

/** The role of this person in the tenant now. Null: they do not belong to it. */
export async function findRole(
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
): Promise<Role | null> {
  const row = await selectFirst<{ role: Role }>(
    tx,
  )`SELECT m.role ${liveMembers(tenantId)} AND m.user_id = ${userId}`;
  return row?.role ?? null;
}

/** Null: no member of this tenant. */
export async function findPersonName(tx: TenantTransaction, userId: number): Promise<string | null> {
  const row = await selectFirst<{ name: string }>(tx)`SELECT name FROM users WHERE id = ${userId}`;
  return row?.name ?? null;
}

/** The live members of a tenant, and the stewards among them. */
export const countRoles = (tx: TenantTransaction, tenantId: number) =>
  selectOne<{ people: number; stewards: number }>(tx)`
    SELECT count(*)::int AS people, count(*) FILTER (WHERE m.role = 'steward')::int AS stewards
    ${liveMembers(tenantId)}`;
