import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { Page, SealedRow } from "@/db/queries/people/sealed";
import { type RowOf, execute, selectAll, selectOne } from "@/db/queries/rows";
import type { standingAuthorisations } from "@/db/schema/decisions";
import type { memberships } from "@/db/schema/people";

/** Standing authorisations: signed, listed, revoked, and what one would have let through. */

type Signed = RowOf<
  typeof standingAuthorisations,
  | "id"
  | "tenantId"
  | "actionTypes"
  | "riskLevelMax"
  | "perDayMax"
  | "policyVersion"
  | "signedByUserId"
  | "signedByLabel"
  | "createdAt"
  | "expiresAt"
  | "seal"
>;

/** With the signer's role as it is now. */
export type SignedBy = Signed & RowOf<typeof memberships, "role" | "roleSeal" | "roleChanges">;

const signed = sql`
  s.id, s.tenant_id, s.action_types, s.risk_level_max, s.per_day_max, s.policy_version, s.signed_by_user_id,
  s.signed_by_label, s.created_at, s.expires_at, s.seal`;
const bySigner = sql`
  standing_authorisations s JOIN users u ON u.id = s.signed_by_user_id
  JOIN memberships m ON m.tenant_id = s.tenant_id AND m.user_id = s.signed_by_user_id`;
const notOver = sql`s.revoked_at IS NULL AND s.expires_at > clock_timestamp()`;

export interface StandingRow extends SignedBy {
  revokedAt: string | null;
  /** It was revoked or ran out. */
  over: boolean;
  /** False: it is over, or its signer is no administrator any more. Its seal is not looked at. */
  live: boolean;
  usedToday: number;
  usedInAll: number;
}

const LISTED_MAX = 200;

/** Live ones first, then the newest, at most 200. */
export const listStandingAuthorisations = (tx: TenantTransaction, tenantId: number) =>
  selectAll<StandingRow>(tx)`
    SELECT ${signed}, s.revoked_at, NOT (${notOver}) AS over, m.role, m.role_seal, m.role_changes,
      ${notOver} AND u.disabled_at IS NULL AND m.revoked_at IS NULL AND m.role = 'admin' AS live,
      (SELECT count(*)::int FROM decisions d WHERE d.tenant_id = s.tenant_id AND d.standing_authorisation_id = s.id
         AND d.created_at > clock_timestamp() - interval '24 hours') AS used_today,
      (SELECT count(*)::int FROM decisions d
       WHERE d.tenant_id = s.tenant_id AND d.standing_authorisation_id = s.id) AS used_in_all
    FROM ${bySigner}
    WHERE s.tenant_id = ${tenantId} ORDER BY live DESC, s.id DESC LIMIT ${LISTED_MAX}`;

const CANDIDATES_MAX = 200;

/** Those under which this type may go without a tap, while their daily counts last, if their seals fit; the oldest first, without a seal last. */
export const listUsableSignatures = (tx: TenantTransaction, tenantId: number, actionType: string) =>
  selectAll<SignedBy>(tx)`
    SELECT ${signed}, m.role, m.role_seal, m.role_changes FROM ${bySigner}
    WHERE s.tenant_id = ${tenantId} AND ${actionType} = ANY (s.action_types) AND ${notOver}
      AND (SELECT count(*) FROM decisions d WHERE d.tenant_id = s.tenant_id AND d.standing_authorisation_id = s.id
             AND d.created_at > clock_timestamp() - interval '24 hours') < s.per_day_max
    ORDER BY s.seal IS NULL, s.id LIMIT ${CANDIDATES_MAX}`;

export interface NewStandingAuthorisation {
  actionTypes: readonly string[];
  perDayMax: number;
  validDays: number;
  actorUserId: number;
}

/** Signs, with its event. It authorises nothing until it has its seal. */
export async function signStandingAuthorisation(
  tx: TenantTransaction,
  tenantId: number,
  grant: NewStandingAuthorisation,
) {
  const { id } = await selectOne<{ id: number }>(tx)`
    SELECT sign_standing_authorisation(${sql.param(grant.actionTypes as string[])}::text[], ${grant.perDayMax},
      ${grant.validDays}, ${grant.actorUserId}) AS id`;
  return selectOne<Signed>(tx)`
    SELECT ${signed} FROM standing_authorisations s WHERE s.tenant_id = ${tenantId} AND s.id = ${id}`;
}

export const storeSeal = (tx: TenantTransaction, tenantId: number, id: number, seal: string) =>
  execute(tx)`UPDATE standing_authorisations SET seal = ${seal} WHERE tenant_id = ${tenantId} AND id = ${id}`;

export type SealedSignature = Signed & SealedRow;

/** Those that are not over: the others authorise nothing, whatever their seal. */
export const listSealedSignatures = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedSignature>(tx)`
    SELECT ${signed}, s.seal AS value FROM standing_authorisations s
    WHERE s.tenant_id = ${tenantId} AND s.id > ${afterId} AND ${notOver} ORDER BY s.id LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceSealOfSignature = (
  tx: TenantTransaction,
  tenantId: number,
  { id, value }: SealedSignature,
  replacement: string,
) =>
  execute(tx)`
    UPDATE standing_authorisations SET seal = ${replacement}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND seal = ${value}`;

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
      AND a.risk_level = 1 AND a.impact_cents = 0 AND a.marks = '{}' AND a.required_approvals = 1
      AND a.created_at > clock_timestamp() - make_interval(days => ${days})
    ORDER BY a.created_at, a.id LIMIT ${limit}`;
