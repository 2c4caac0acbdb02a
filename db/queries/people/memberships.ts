import { type SQL, sql } from "drizzle-orm";
import type { Role } from "@/lib/core/access/principal";
import type { TenantTransaction } from "@/db/client";
import type { memberships, users } from "@/db/schema/people";
import { type Member, endOtherSessions } from "./accounts";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";

/** The members of a tenant, and the changes that an administrator makes to them. */

export interface LastChange {
  changeType: string | null;
  changeBy: string | null;
  changeAt: string | null;
}

export type PersonRow = LastChange & {
  disabled: boolean;
  /** The administrator who took the approver's role away, while that waits for a confirmation. */
  leftByUserId: number | null;
  pendingRoleBy: string | null;
  recoveredBy: string | null;
  /** The end of the 24 hours after new credentials; null: over, confirmed, or there were none. */
  recoveringUntil: string | null;
  firstLinkBy: string | null;
  /** The end of the first 24 hours in office; null: over, or not in office. */
  seasonedAt: string | null;
  secondFactorSet: boolean;
  singleSignOn: boolean;
  liveSessions: number;
  liveTokens: number;
  joinedAt: string;
} & RowOf<typeof users, "id" | "name" | "email" | "passwordSet"> &
  RowOf<
    typeof memberships,
    "role" | "revokedAt" | "pendingRole" | "pendingRoleAt" | "pendingRoleByUserId" | "leaveUnconfirmed"
  > & { recoveredByUserId: number | null; firstLinkByUserId: number | null };

const PEOPLE_MAX = 1_000;

/** Everybody who belongs or belonged here, by name, at most 1,000; with an id that one alone. */
export const listPeople = (tx: TenantTransaction, tenantId: number, userId: number | null = null) =>
  selectAll<PersonRow>(tx)`
    SELECT u.id, u.name, u.email, m.role, u.disabled_at IS NOT NULL AS disabled, u.password_set,
      u.totp_secret_encrypted IS NOT NULL AS second_factor_set, u.oidc_issuer IS NOT NULL AS single_sign_on,
      (SELECT count(*)::int FROM sessions s
       WHERE s.tenant_id = m.tenant_id AND s.user_id = u.id AND s.ended_at IS NULL
         AND s.session_version = u.session_version AND s.expires_at > clock_timestamp()) AS live_sessions,
      (SELECT count(*)::int FROM personal_tokens p
       WHERE p.tenant_id = m.tenant_id AND p.user_id = u.id AND p.revoked_at IS NULL
         AND (p.expires_at IS NULL OR p.expires_at > clock_timestamp())) AS live_tokens,
      m.created_at AS joined_at, m.revoked_at, m.pending_role, m.pending_role_at, m.pending_role_by_user_id,
      p.name AS pending_role_by, is_leave_open(m) AS leave_unconfirmed,
      CASE WHEN is_leave_open(m) THEN m.left_by_user_id END AS left_by_user_id,
      CASE WHEN open_recovery_at(m) > clock_timestamp() - interval '24 hours'
        THEN m.recovered_at + interval '24 hours' END AS recovering_until,
      r.name AS recovered_by, m.recovered_by_user_id,
      -- Whom they owe their office to as well, they are one with in any case.
      CASE WHEN m.role <> 'viewer' AND m.revoked_at IS NULL AND NOT m.made_by @> open_first_link_hands(m)
        THEN m.first_link_by_user_id END AS first_link_by_user_id, f.name AS first_link_by,
      CASE WHEN m.in_office_since > clock_timestamp() - interval '24 hours' AND m.role IN ('approver', 'admin')
        THEN m.in_office_since + interval '24 hours' END AS seasoned_at, ${lastChange}
    FROM memberships m JOIN users u ON u.id = m.user_id
    LEFT JOIN users p ON p.id = m.pending_role_by_user_id
    LEFT JOIN users r ON r.id = m.recovered_by_user_id
    LEFT JOIN users f ON f.id = m.first_link_by_user_id
    ${newestEvent("person", sql`m.tenant_id`, sql`m.user_id`)}
    WHERE m.tenant_id = ${tenantId} AND (${userId}::bigint IS NULL OR m.user_id = ${userId})
    ORDER BY (m.revoked_at IS NOT NULL), lower(u.name), u.id LIMIT ${PEOPLE_MAX}`;

export const lastChange = sql`
  change.event_type AS change_type, change.actor_label AS change_by, change.occurred_at AS change_at`;

/** The newest link of a subject's chain, to be joined; nothing where it has none. */
export const newestEvent = (subject: "person" | "agent", tenant: SQL, id: SQL): SQL => sql`
  LEFT JOIN LATERAL (
    SELECT e.event_type, e.actor_label, e.occurred_at FROM events e
    WHERE e.tenant_id = ${tenant} AND e.entity_type = ${subject} AND e.entity_id = ${id}
    ORDER BY e.seq DESC LIMIT 1) change ON true`;

/**
 * Holds every live administrator's row until the transaction ends and returns their ids: of two changes that would each
 * leave the other as the last one, the second sees the first.
 */
export async function lockAdmins(tx: TenantTransaction, tenantId: number): Promise<number[]> {
  const rows = await selectAll<{ userId: number; disabled: boolean }>(tx)`
    SELECT m.user_id, u.disabled_at IS NOT NULL AS disabled FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = ${tenantId} AND m.role IN ('steward', 'admin') AND m.revoked_at IS NULL
    ORDER BY m.user_id FOR UPDATE OF m`;
  return rows.filter((row) => !row.disabled).map((row) => row.userId);
}

/** How often a membership's role, and what administrators say of it, has changed. Seals name them. */
export type Counters = RowOf<
  typeof memberships,
  "roleChanges" | "roleWishes" | "leaves" | "recoveries" | "firstLinks"
>;

export interface LockedMembership extends Counters {
  role: Role;
  roleSeal: string | null;
  /** True where they hold, or held, more than a view. */
  hadOffice: boolean;
  revoked: boolean;
  pendingRole: GivenRole | null;
}

/** Holds the membership's row. Null: nobody of this tenant. */
export const lockMembership = (tx: TenantTransaction, tenantId: number, userId: number) =>
  selectFirst<LockedMembership>(tx)`
    SELECT role, role_seal, revoked_at IS NOT NULL AS revoked, pending_role, role_changes, role_wishes, leaves,
      recoveries, first_links,
      role <> 'viewer' OR in_office_since IS NOT NULL OR left_office_at IS NOT NULL AS had_office
    FROM memberships
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} FOR UPDATE`;

/**
 * Holds every membership of the tenant until the transaction ends: nobody adds a word, and no one else's change comes between
 * what is weighed and what is written.
 */
export const lockMemberships = (tx: TenantTransaction, tenantId: number) =>
  execute(tx)`SELECT 1 FROM memberships WHERE tenant_id = ${tenantId} ORDER BY user_id FOR UPDATE`;

/** A role that adds a power, so that a second administrator may have to confirm it. */
export type GivenRole = Exclude<Role, "viewer">;

/** Adds a person who belongs to no tenant yet; null: the address is taken, here or elsewhere. */
export async function addUser(tx: TenantTransaction, email: string, name: string): Promise<number | null> {
  const row = await selectOne<{ id: number | null }>(tx)`SELECT add_user(${email}, ${name}) AS id`;
  return row.id;
}

export interface RoleChange {
  userId: number;
  role: Role;
  /** As lib/auth seals it. */
  seal: string;
  /** The seal of the administrator's word, where the change ends the person's office. */
  leaveSeal: string;
  /** The role that is stored has its seal: false where it was written past the app, and counts for nothing. */
  known: boolean;
  actorUserId: number;
}

/**
 * Sets the role of a person, who may be new or revoked. `waits`: another administrator must confirm it; until then the
 * person keeps what they had, and views where they had nothing.
 */
export async function setRole(
  tx: TenantTransaction,
  change: RoleChange & { wishSeal: string },
): Promise<"given" | "waits"> {
  const { userId, role, seal, wishSeal, leaveSeal, known, actorUserId } = change;
  const row = await selectOne<{ outcome: "given" | "waits" }>(tx)`
    SELECT set_role(${userId}, ${role}, ${seal}, ${wishSeal}, ${leaveSeal}, ${known}, ${actorUserId}) AS outcome`;
  return row.outcome;
}

/** The second administrator's word on a role that waits. False: none waits, or it is not theirs to confirm. */
export async function confirmRole(tx: TenantTransaction, change: RoleChange): Promise<boolean> {
  const { userId, role, seal, leaveSeal, known, actorUserId } = change;
  const row = await selectOne<{ done: boolean }>(tx)`
    SELECT confirm_role(${userId}, ${role}, ${seal}, ${leaveSeal}, ${known}, ${actorUserId}) AS done`;
  return row.done;
}

/** False: no role waits. */
export async function dropPendingRole(tx: TenantTransaction, userId: number, actorUserId: number) {
  const row = await selectOne<{ done: boolean }>(tx)`
    SELECT drop_pending_role(${userId}, ${actorUserId}) AS done`;
  return row.done;
}

/** True where this address belongs or belonged to the tenant. */
export async function isMember(tx: TenantTransaction, tenantId: number, email: string): Promise<boolean> {
  const members = await execute(tx)`
    SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = ${tenantId} AND u.email = ${email}`;
  return members > 0;
}

/** True where somebody else who belongs or belonged here, or an agent, goes by this name, however it is written. */
export async function isNameOfAnother(
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  name: string,
): Promise<boolean> {
  // An i without its dot, or a capital one with it, looks like any other and is no other's small letter.
  const plain = (text: SQL) =>
    sql`lower(regexp_replace(translate(normalize(${text}, NFKC), 'ıİɩ', 'iii'), '\\s+', ' ', 'g'))`;
  const others = await execute(tx)`
    SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = ${tenantId} AND m.user_id <> ${userId} AND ${plain(sql`u.name`)} = ${plain(sql`${name}::text`)}
    UNION ALL
    SELECT 1 FROM agents a WHERE a.tenant_id = ${tenantId} AND ${plain(sql`a.name`)} = ${plain(sql`${name}::text`)}
    LIMIT 1`;
  return others > 0;
}

/** True where another tenant knows this person too: then no single tenant hands out or resets their credentials. */
export async function belongsElsewhere(tx: TenantTransaction, tenantId: number, userId: number) {
  const row = await selectOne<{ elsewhere: boolean }>(tx)`
    SELECT belongs_elsewhere(${userId}::bigint, ${tenantId}::bigint) AS elsewhere`;
  return row.elsewhere;
}

/**
 * Takes away everything that speaks for the person here: membership, tokens, step-ups, open links, signatures, sessions.
 * The ledger takes in the end of each signature.
 */
export async function revokeMembership(
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  { userId: actorUserId, name: byLabel }: { userId: number; name: string },
  { seal, leaveSeal }: { seal: string | null; leaveSeal: string },
): Promise<void> {
  const here = sql`tenant_id = ${tenantId} AND user_id = ${userId}`;
  await execute(tx)`SELECT end_membership(${userId}, ${seal}, ${leaveSeal}, ${actorUserId})`;
  await execute(tx)`
    UPDATE personal_tokens SET revoked_at = clock_timestamp() WHERE ${here} AND revoked_at IS NULL`;
  await execute(tx)`
    UPDATE push_devices SET ended_at = clock_timestamp() WHERE ${here} AND ended_at IS NULL`;
  await execute(tx)`UPDATE edit_tokens SET used_at = clock_timestamp() WHERE ${here} AND used_at IS NULL`;
  await closePasswordLinks(tx, { tenantId, userId });
  const signed = await selectAll<{ id: number }>(tx)`
    UPDATE standing_authorisations SET revoked_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND signed_by_user_id = ${userId} AND revoked_at IS NULL RETURNING id`;
  for (const { id } of signed)
    await execute(tx)`
      SELECT record_authorisation(${tenantId}::bigint, ${id}::bigint, 'person', ${byLabel},
        '{"signer_revoked": true}')`;
  await endOtherSessions(tx, { userId }, null);
}

/** Forgets the authenticator app; codes that were spent stay spent. Returns how often something was taken from them by now. */
export async function clearSecondFactor(tx: TenantTransaction, userId: number): Promise<number> {
  const row = await selectOne<{ taken: number }>(tx)`
    UPDATE users SET totp_secret_encrypted = NULL WHERE id = ${userId} RETURNING credentials_taken AS taken`;
  return row.taken;
}

/** The next sign-in through the provider links again, by the verified address. */
export const clearOidcIdentity = (tx: TenantTransaction, userId: number) =>
  execute(
    tx,
  )`UPDATE users SET oidc_issuer = NULL, oidc_subject = NULL, oidc_seal = NULL WHERE id = ${userId}`;

export interface PasswordLinkOrigin {
  issuedByUserId: number;
  /** True where the person had come in before, so that the link replaces their credentials. */
  recovers: boolean;
}

/** True where this person has or had a password, an authenticator app or an account at the provider, or had a session. */
export async function cameInBefore(tx: TenantTransaction, tenantId: number, userId: number) {
  const row = await selectOne<{ before: boolean }>(tx)`
    SELECT u.password_set OR u.totp_secret_encrypted IS NOT NULL OR u.oidc_subject IS NOT NULL
      OR u.former_credentials <> '{}' OR EXISTS (
      SELECT 1 FROM sessions s WHERE s.tenant_id = ${tenantId} AND s.user_id = u.id) AS before
    FROM users u WHERE u.id = ${userId}`;
  return row.before;
}

/** Replaces the links that were open: the newest alone works. Returns when it runs out. */
export async function insertPasswordLink(
  tx: TenantTransaction,
  link: Member & PasswordLinkOrigin & { tokenHash: string; validSeconds: number },
): Promise<string> {
  await closePasswordLinks(tx, link);
  const row = await selectOne<{ expiresAt: string }>(tx)`
    INSERT INTO password_links (tenant_id, user_id, token_hash, issued_by_user_id, recovers, expires_at)
    VALUES (${link.tenantId}, ${link.userId}, ${link.tokenHash}, ${link.issuedByUserId}, ${link.recovers},
      clock_timestamp() + make_interval(secs => ${link.validSeconds}))
    RETURNING expires_at`;
  return row.expiresAt;
}

/** Every open link stops working. */
export const closePasswordLinks = (tx: TenantTransaction, { tenantId, userId }: Member) =>
  execute(tx)`
    UPDATE password_links SET used_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND used_at IS NULL`;

/** Spends a link and tells where it came from. Null: somebody else spent it, or its time ran out in between. */
export const spendPasswordLink = (tx: TenantTransaction, tenantId: number, linkId: number) =>
  selectFirst<PasswordLinkOrigin>(tx)`
    UPDATE password_links SET used_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${linkId} AND used_at IS NULL AND expires_at > clock_timestamp()
    RETURNING issued_by_user_id, recovers`;
