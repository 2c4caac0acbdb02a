import type { Role } from "@/lib/core/access/principal";
import type { OwnerSql } from "../client";

/** Sets up tenants, people and agents as the tables' owner: the running app cannot create them. */

export interface NewPerson {
  name: string;
  email: string;
  role: Role;
}

/** Creates the tenant, with thresholds, switches and lane by its trigger; returns its id. The slug is unique. */
export async function insertTenant(
  owner: OwnerSql,
  tenant: { slug: string; name: string; timeZone?: string; currency?: string },
): Promise<number> {
  const [row] = await owner<{ id: number }[]>`
    INSERT INTO tenants (slug, name, time_zone, currency)
    VALUES (${tenant.slug}, ${tenant.name}, ${tenant.timeZone ?? "UTC"}, ${tenant.currency ?? "USD"}) RETURNING id`;
  return row!.id;
}

export async function insertPerson(owner: OwnerSql, tenantId: number, person: NewPerson): Promise<number> {
  const [row] = await owner<{ id: number }[]>`
    INSERT INTO users (name, email) VALUES (${person.name}, ${person.email}) RETURNING id`;
  const details = owner.json({ user_id: row!.id, role: person.role });
  await owner`INSERT INTO memberships (tenant_id, user_id, role) VALUES (${tenantId}, ${row!.id}, ${person.role})`;
  await owner`
    SELECT append_event(${tenantId}::bigint, 'person', ${row!.id}::bigint, 'person.added', 'system', 'set-up',
      ${details})`;
  return row!.id;
}

export async function insertToken(
  owner: OwnerSql,
  token: { tenantId: number; userId: number; tokenHash: string },
): Promise<void> {
  await owner`INSERT INTO personal_tokens (tenant_id, user_id, name, token_hash)
    VALUES (${token.tenantId}, ${token.userId}, 'first token', ${token.tokenHash})`;
}

/** As lib/auth seals it: bound to this person's id, which is why it follows the insert. */
export async function setPasswordHash(owner: OwnerSql, userId: number, sealed: string): Promise<void> {
  await owner`UPDATE users SET password_hash = ${sealed} WHERE id = ${userId}`;
}

/** As lib/auth seals it. Without the seal the app lets the person view, and nothing more. */
export async function setRoleSeal(
  owner: OwnerSql,
  { tenantId, userId }: { tenantId: number; userId: number },
  seal: string,
): Promise<void> {
  await owner`UPDATE memberships SET role_seal = ${seal} WHERE tenant_id = ${tenantId} AND user_id = ${userId}`;
}

/** As lib/auth seals it: bound to this person's id, which is why it follows the insert. */
export async function setTotpSecret(owner: OwnerSql, userId: number, sealed: string): Promise<void> {
  await owner`UPDATE users SET totp_secret_encrypted = ${sealed} WHERE id = ${userId}`;
}

export async function insertAgent(
  owner: OwnerSql,
  tenantId: number,
  agent: {
    name: string;
    keyHash: string;
    keyPrefix: string;
    onBehalfOfUserId: number | null;
    proposalsPerMinuteMax?: number;
    pendingMax?: number;
  },
): Promise<number> {
  const [row] = await owner<{ id: number }[]>`
    INSERT INTO agents (tenant_id, name, key_hash, key_prefix, on_behalf_of_user_id, proposals_per_minute_max,
                        pending_max)
    VALUES (${tenantId}, ${agent.name}, ${agent.keyHash}, ${agent.keyPrefix}, ${agent.onBehalfOfUserId},
            ${agent.proposalsPerMinuteMax ?? 120}, ${agent.pendingMax ?? 1_000})
    RETURNING id`;
  const details = owner.json({ agent_id: row!.id });
  await owner`
    SELECT append_event(${tenantId}::bigint, 'agent', ${row!.id}::bigint, 'agent.created', 'system', 'set-up',
      ${details})`;
  return row!.id;
}
