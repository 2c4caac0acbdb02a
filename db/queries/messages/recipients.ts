import type { TenantTransaction } from "@/db/client";
import { selectFirst } from "@/db/queries/rows";
import type { StoredMembership } from "@/db/queries/people/identity";
import type { ChannelKind } from "@/lib/core/message/message";

/** The recipient of a message, with their present role and reachability. */

export interface RecipientRow extends StoredMembership {
  /** False: they were removed, or may not sign in. */
  isMember: boolean;
  questions: boolean;
  /** Null: they want to hear of no action. */
  tierMin: number | null;
  /** Null: they did not say. */
  outcomes: boolean | null;
  /** They chose something for this channel. */
  hasChosen: boolean;
  /** The person's user id at the provider. Null: they are not linked, or the account needs no link. */
  externalUserId: string | null;
  linkId: number | null;
  linkSeal: string | null;
  timeZone: string | null;
  quietFrom: number | null;
  quietUntil: number | null;
  /** The company's, where they set none. */
  tenantZone: string;
}

/** Null: this person never belonged to the tenant. */
export const findRecipient = (
  tx: TenantTransaction,
  tenantId: number,
  { userId, accountId, kind }: { userId: number; accountId: number; kind: ChannelKind },
) =>
  selectFirst<RecipientRow>(tx)`
    SELECT m.tenant_id, m.user_id, t.slug AS tenant_slug, t.name AS tenant_name, u.name, u.email, m.role, m.role_seal,
      m.role_changes, m.revoked_at IS NULL AND u.disabled_at IS NULL AS is_member,
      coalesce(p.questions, true) AS questions, p.tier_min::int AS tier_min, p.outcomes,
      p.user_id IS NOT NULL AS has_chosen, l.external_user_id, l.id AS link_id,
      l.seal AS link_seal, n.time_zone, n.quiet_from::int AS quiet_from, n.quiet_until::int AS quiet_until,
      t.time_zone AS tenant_zone
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN tenants t ON t.id = m.tenant_id
      LEFT JOIN channel_preferences p ON p.tenant_id = m.tenant_id AND p.user_id = m.user_id AND p.kind = ${kind}
      LEFT JOIN channel_links l ON l.tenant_id = m.tenant_id AND l.account_id = ${accountId} AND l.user_id = m.user_id
        AND l.ended_at IS NULL
      LEFT JOIN notification_times n ON n.tenant_id = m.tenant_id AND n.user_id = m.user_id
    WHERE m.tenant_id = ${tenantId} AND m.user_id = ${userId}`;

/** A live member of the tenant. Null: there is none, or they were removed or may not sign in. */
export const findLiveMember = (tx: TenantTransaction, tenantId: number, userId: number) =>
  selectFirst<StoredMembership>(tx)`
    SELECT m.tenant_id, m.user_id, t.slug AS tenant_slug, t.name AS tenant_name, u.name, u.email, m.role, m.role_seal,
      m.role_changes
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN tenants t ON t.id = m.tenant_id
    WHERE m.tenant_id = ${tenantId} AND m.user_id = ${userId} AND m.revoked_at IS NULL AND u.disabled_at IS NULL`;
