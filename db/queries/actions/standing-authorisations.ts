import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { execute, selectAll, selectOne } from "@/db/queries/rows";

/** Standing authorisations: signed, listed, revoked, and what one would have let through. */

export interface StandingRow {
  id: number;
  actionTypes: string[];
  perDayMax: number;
  policyVersion: number;
  signedBy: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** False: it ran out, was revoked, or its signer is no administrator any more. */
  live: boolean;
  usedToday: number;
  usedInAll: number;
}

const LISTED_MAX = 200;

/** Live ones first, then the newest, at most 200. */
export const listStandingAuthorisations = (tx: TenantTransaction, tenantId: number) =>
  selectAll<StandingRow>(tx)`
    SELECT s.id, s.action_types, s.per_day_max, s.policy_version, s.signed_by_label AS signed_by, s.created_at,
      s.expires_at, s.revoked_at,
      s.revoked_at IS NULL AND s.expires_at > clock_timestamp() AND u.disabled_at IS NULL
        AND m.revoked_at IS NULL AND m.role = 'admin' AS live,
      (SELECT count(*)::int FROM decisions d WHERE d.tenant_id = s.tenant_id AND d.standing_authorisation_id = s.id
         AND d.created_at > clock_timestamp() - interval '24 hours') AS used_today,
      (SELECT count(*)::int FROM decisions d
       WHERE d.tenant_id = s.tenant_id AND d.standing_authorisation_id = s.id) AS used_in_all
    FROM standing_authorisations s JOIN users u ON u.id = s.signed_by_user_id
    JOIN memberships m ON m.tenant_id = s.tenant_id AND m.user_id = s.signed_by_user_id
    WHERE s.tenant_id = ${tenantId} ORDER BY live DESC, s.id DESC LIMIT ${LISTED_MAX}`;

export interface NewStandingAuthorisation {
  actionTypes: readonly string[];
  perDayMax: number;
  validDays: number;
  actorUserId: number;
}

/** Signs, with its event; returns its id. */
export async function signStandingAuthorisation(tx: TenantTransaction, grant: NewStandingAuthorisation) {
  const row = await selectOne<{ id: number }>(tx)`
    SELECT sign_standing_authorisation(${sql.param(grant.actionTypes as string[])}::text[], ${grant.perDayMax},
      ${grant.validDays}, ${grant.actorUserId}) AS id`;
  return row.id;
}

/** False: there is none, or it was revoked before. */
export async function revokeStandingAuthorisation(tx: TenantTransaction, tenantId: number, id: number) {
  const revoked = await execute(tx)`
    UPDATE standing_authorisations SET revoked_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${id} AND revoked_at IS NULL`;
  return revoked === 1;
}

/** Tells the ledger of the signature as it is now. */
export const recordAuthorisation = (
  tx: TenantTransaction,
  tenantId: number,
  id: number,
  by: { userId: number; name: string },
) =>
  execute(tx)`
    SELECT record_authorisation(${tenantId}::bigint, ${id}::bigint, 'person', ${by.name},
      jsonb_build_object('by_user_id', ${by.userId}::bigint))`;

/** The action types that ship as trivial and are so by this tenant's thresholds, before anything else lifts them. */
export async function listTrivialTypes(tx: TenantTransaction, tenantId: number): Promise<string[]> {
  const rows = await selectAll<{ actionType: string }>(tx)`
    SELECT action_type FROM risk_tier_rules
    WHERE tenant_id = ${tenantId} AND measure = 'base' AND tier = 1 AND is_trivial_type(action_type) ORDER BY 1`;
  return rows.map((row) => row.actionType);
}

export interface TrivialProposal {
  id: number;
  actionType: string;
  createdAt: string;
  payloadText: string;
  /** The same write was proposed by another row within the 24 hours before. */
  repeated: boolean;
}

/** Trivial proposals of these types that need no person within `days`, oldest first, at most `limit`. */
export const listTrivialProposals = (
  tx: TenantTransaction,
  tenantId: number,
  { actionTypes, days, limit }: { actionTypes: readonly string[]; days: number; limit: number },
) =>
  selectAll<TrivialProposal>(tx)`
    SELECT a.id, a.action_type, a.created_at, a.payload_text,
      EXISTS (SELECT 1 FROM proposed_actions b
        WHERE b.tenant_id = a.tenant_id AND b.input_fingerprint = a.input_fingerprint AND b.id <> a.id
          AND b.created_at BETWEEN a.created_at - interval '24 hours' AND a.created_at) AS repeated
    FROM proposed_actions a
    WHERE a.tenant_id = ${tenantId} AND a.action_type = ANY (${sql.param(actionTypes as string[])}::text[])
      AND a.risk_level = 1 AND a.impact_cents = 0 AND a.marks = '{}'
      AND a.created_at > clock_timestamp() - make_interval(days => ${days})
    ORDER BY a.created_at, a.id LIMIT ${limit}`;
