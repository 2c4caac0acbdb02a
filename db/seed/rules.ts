import type postgres from "postgres";
import type { OwnerSql } from "../client";

/** A tenant's first policy and standing authorisations, as the tables' owner writes and seals them. */

export async function insertFirstPolicy(
  owner: OwnerSql,
  tenantId: number,
  policy: { hash: string; text: string; seal: string; createdByLabel: string },
): Promise<void> {
  await owner`
    INSERT INTO policies (tenant_id, version, hash, cedar_text, note, created_by_label, seal)
    VALUES (${tenantId}, 1, ${policy.hash}, ${policy.text}, 'The policy as shipped', ${policy.createdByLabel},
      ${policy.seal})`;
  await owner`SELECT record_policy(${tenantId}::bigint, 1, 'system', ${policy.createdByLabel}, '{"founding": true}')`;
}

export interface FirstThresholds {
  tenantId: number;
  version: number;
  hash: string;
}

/** As the trigger of a new tenant wrote them. */
export async function readFirstThresholds(owner: OwnerSql, tenantId: number): Promise<FirstThresholds> {
  const [row] = await owner<FirstThresholds[]>`
    SELECT tenant_id::int AS "tenantId", version, rules_hash AS hash FROM threshold_versions
    WHERE tenant_id = ${tenantId} AND version = 1`;
  return row!;
}

export const setThresholdsSeal = (
  owner: OwnerSql | postgres.TransactionSql,
  { tenantId, version }: FirstThresholds,
  seal: string,
) =>
  owner`UPDATE threshold_versions SET seal = ${seal} WHERE tenant_id = ${tenantId} AND version = ${version}`;

/** Gives each tenant from before the versions its first one, over its rules as they are. */
export const addFirstThresholds = (tx: postgres.TransactionSql) => tx<FirstThresholds[]>`
  INSERT INTO threshold_versions (tenant_id, version, rules_hash)
  SELECT t.id, 1, rules_hash(t.id) FROM tenants t
  WHERE NOT EXISTS (SELECT 1 FROM threshold_versions v WHERE v.tenant_id = t.id) ORDER BY t.id
  RETURNING tenant_id::int AS "tenantId", version, rules_hash AS hash`;

/** As it was inserted: what its seal is made over. */
export interface SignedRow {
  tenantId: number;
  id: number;
  actionTypes: string[];
  riskLevelMax: number;
  perDayMax: number;
  policyVersion: number;
  signedByUserId: number;
  signedByLabel: string;
  createdAt: Date;
  expiresAt: Date;
}

export type NewStanding = Pick<
  SignedRow,
  "actionTypes" | "perDayMax" | "policyVersion" | "signedByUserId" | "signedByLabel"
> & { validDays: number };

/** A named admin's signature over trivial writes. It authorises nothing without its seal. */
export async function insertStandingAuthorisation(
  owner: OwnerSql,
  tenantId: number,
  grant: NewStanding,
): Promise<SignedRow> {
  const [row] = await owner<SignedRow[]>`
    INSERT INTO standing_authorisations (tenant_id, action_types, risk_level_max, per_day_max, policy_version,
      signed_by_user_id, signed_by_label, expires_at)
    VALUES (${tenantId}, ${grant.actionTypes}, 1, ${grant.perDayMax}, ${grant.policyVersion},
      ${grant.signedByUserId}, ${grant.signedByLabel}, now() + make_interval(days => ${grant.validDays}))
    RETURNING ${signedColumns(owner)}`;
  await owner`
    SELECT record_authorisation(${tenantId}::bigint, ${row!.id}::bigint, 'person', ${grant.signedByLabel}, '{}')`;
  return row!;
}

const signedColumns = (owner: OwnerSql | postgres.TransactionSql) => owner`
  id::int, tenant_id::int AS "tenantId", action_types AS "actionTypes", risk_level_max AS "riskLevelMax",
  per_day_max AS "perDayMax", policy_version AS "policyVersion", signed_by_user_id::int AS "signedByUserId",
  signed_by_label AS "signedByLabel", created_at AS "createdAt", expires_at AS "expiresAt"`;

/** Those that are in force without a seal: of a database from before the seals. */
export const listUnsealedSignatures = (tx: postgres.TransactionSql) => tx<SignedRow[]>`
  SELECT ${signedColumns(tx)} FROM standing_authorisations
  WHERE seal IS NULL AND revoked_at IS NULL AND expires_at > clock_timestamp() ORDER BY id`;

/** As the app seals it: bound to its id, which is why it follows the insert. */
export async function setStandingSeal(
  owner: OwnerSql | postgres.TransactionSql,
  { tenantId, id }: Pick<SignedRow, "tenantId" | "id">,
  seal: string,
): Promise<void> {
  await owner`UPDATE standing_authorisations SET seal = ${seal} WHERE tenant_id = ${tenantId} AND id = ${id}`;
}

export interface UnsealedPolicy {
  tenantId: number;
  version: number;
  hash: string;
}

export const listUnsealedPolicies = (tx: postgres.TransactionSql) => tx<UnsealedPolicy[]>`
  SELECT tenant_id::int AS "tenantId", version, hash FROM policies WHERE seal IS NULL ORDER BY tenant_id, version`;

export const setPolicySeal = (
  tx: postgres.TransactionSql,
  { tenantId, version }: UnsealedPolicy,
  seal: string,
) => tx`UPDATE policies SET seal = ${seal} WHERE tenant_id = ${tenantId} AND version = ${version}`;
