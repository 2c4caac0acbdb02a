import type { TenantTransaction } from "@/db/client";
import type { Page, SealedRow } from "@/db/queries/people/sealed";
import { execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { ActionStatus } from "@/lib/core/action/proposed-action";
import type { RiskTier } from "@/lib/core/action/risk-tier";
import type { RuleInForce, TierMeasure } from "@/lib/core/action/tier-rules";

/** A tenant's tier rules: listed, tried and changed. */

/** Exact decimal text in the measure's unit: cents, percent, a count. Null: a base rule. */
type AtLeast = string | null;

export interface TierRuleRow {
  actionType: string;
  name: string;
  measure: TierMeasure;
  atLeast: AtLeast;
  tier: RiskTier;
  /** Null: no longer among the rules of this release. */
  shippedTier: RiskTier | null;
  shippedAtLeast: AtLeast;
  /** The lowest tier that it may have. */
  tierMin: RiskTier;
  /** The rules that a change of this one sets too. */
  setWith: { action_type: string; name: string }[];
  /** Other types whose rules hold for writes of this type. */
  obeys: string[];
  /** The last change by a person. Null: there was none. */
  changedBy: string | null;
  changedAt: string | null;
  changeReason: string | null;
}

const RULES_MAX = 1_000;

/** Every rule by type, a type's base rule first, at most 1,000. */
export const listTierRules = (tx: TenantTransaction, tenantId: number) =>
  selectAll<TierRuleRow>(tx)`
    WITH twins AS (
      SELECT t.rule_id, coalesce(jsonb_agg(jsonb_build_object('action_type', r.action_type, 'name', r.name)
               ORDER BY r.action_type, r.name) FILTER (WHERE r.id <> t.rule_id), '[]') AS set_with,
             bool_or(r.measure = 'base' AND NOT is_trivial_type(r.action_type)) AS needs_a_tap
      FROM threshold_twins(${tenantId}) t JOIN risk_tier_rules r ON r.id = t.twin_id
      GROUP BY t.rule_id
    ), changes AS (
      SELECT DISTINCT ON (c.action_type, c.name) c.action_type, c.name, e.actor_label AS by, e.occurred_at AS at,
             e.body_text::jsonb #>> '{details,reason}' AS reason
      FROM events e
      CROSS JOIN LATERAL (SELECT e.body_text::jsonb #> '{details,changes}' AS of) AS said
      CROSS JOIN jsonb_to_recordset(CASE jsonb_typeof(said.of) WHEN 'array' THEN jsonb_path_query_array(said.of,
        '$[*] ? (@.type() == "object")') ELSE '[]' END) AS c (action_type text, name text)
      WHERE e.tenant_id = ${tenantId} AND e.entity_type = 'risk_tier_rules' AND e.entity_id = ${tenantId}
        AND e.actor_kind = 'person'
      ORDER BY c.action_type, c.name, e.seq DESC
    )
    SELECT r.action_type, r.name, r.measure, trim_scale(r.at_least)::text AS at_least, r.tier::int AS tier,
      s.tier AS shipped_tier, trim_scale(s.at_least)::text AS shipped_at_least,
      CASE WHEN w.needs_a_tap THEN 2 ELSE 1 END AS tier_min, w.set_with,
      ARRAY(SELECT o.name FROM action_types o WHERE o.effects && t.effects AND o.name <> t.name ORDER BY 1) AS obeys,
      c.by AS changed_by, c.at AS changed_at, c.reason AS change_reason
    FROM risk_tier_rules r
    JOIN twins w ON w.rule_id = r.id
    LEFT JOIN action_types t ON t.name = r.action_type
    LEFT JOIN LATERAL jsonb_to_recordset(t.tier_rules) AS s (name text, at_least numeric, tier int)
      ON s.name = r.name
    LEFT JOIN changes c ON c.action_type = r.action_type AND c.name = r.name
    WHERE r.tenant_id = ${tenantId}
    ORDER BY r.action_type COLLATE "C", r.measure <> 'base', r.measure LIKE 'cumulative%', r.tier, r.measure, r.name
    LIMIT ${RULES_MAX}`;

/** The rules of these names as they stand now, for writes of one type. One that is missing is no rule any more. */
export async function readRulesInForce(
  tx: TenantTransaction,
  tenantId: number,
  actionType: string,
  names: readonly string[],
): Promise<Map<string, RuleInForce>> {
  const rows = await selectAll<{ name: string; rule: RuleInForce | null }>(tx)`
    SELECT n.name, rule_in_force(${tenantId}, ${actionType}, n.name) AS rule
    FROM jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) AS n (name)`;
  return new Map(rows.flatMap(({ name, rule }) => (rule === null ? [] : [[name, rule]])));
}

/** SHA-256 over all rules as they are, and the currency of their figures. */
export const readRulesState = (tx: TenantTransaction, tenantId: number) =>
  selectOne<{ hash: string; currency: string }>(tx)`
    SELECT rules_hash(id) AS hash, currency FROM tenants WHERE id = ${tenantId}`;

export interface DraftedRule {
  actionType: string;
  name: string;
  atLeast: AtLeast;
  tier: RiskTier;
}

export type SetThresholdOutcome = "set" | "not_found" | "changed" | "not_trivial" | "nothing_to_do";

/**
 * Changes a rule and those that are set with it, with their event and the next version of the thresholds, which has no seal yet.
 * Every other outcome than `set` wrote nothing.
 */
export async function setThreshold(
  tx: TenantTransaction,
  change: DraftedRule & {
    reason: string;
    baseHash: string;
    /** Also where the rules say so already. */
    again: boolean;
    actorUserId: number;
  },
): Promise<SetThresholdOutcome> {
  const { actionType, name, atLeast, tier, reason, baseHash, again, actorUserId } = change;
  const row = await selectOne<{ outcome: SetThresholdOutcome }>(tx)`
    SELECT set_threshold(${actionType}, ${name}, ${atLeast}::numeric, ${tier}::smallint, ${reason}, ${baseHash},
      ${again}, ${actorUserId}) AS outcome`;
  return row.outcome;
}

/** The thresholds as a change left them. */
export interface ThresholdsVersion {
  /** 1 as the tenant was founded; each change adds the next one. */
  version: number;
  /** SHA-256 over all rules, hex. */
  hash: string;
  /** The app's, which a change that was made past it has not. */
  seal: string | null;
}

/** Null: the tenant has none, and everything is denied. */
export const findLatestThresholds = (tx: TenantTransaction, tenantId: number) =>
  selectFirst<ThresholdsVersion>(tx)`
    SELECT version, rules_hash AS hash, seal FROM threshold_versions
    WHERE tenant_id = ${tenantId} ORDER BY version DESC LIMIT 1`;

export const giveThresholdsSeal = (tx: TenantTransaction, tenantId: number, version: number, seal: string) =>
  execute(tx)`
    UPDATE threshold_versions SET seal = ${seal} WHERE tenant_id = ${tenantId} AND version = ${version}`;

/** Named by its version, which is its own within the tenant. */
export type SealedThresholds = SealedRow & Pick<ThresholdsVersion, "hash">;

export const listSealedThresholds = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedThresholds>(tx)`
    SELECT version AS id, seal AS value, rules_hash AS hash FROM threshold_versions
    WHERE tenant_id = ${tenantId} AND version > ${afterId} ORDER BY version LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceSealOfThresholds = (
  tx: TenantTransaction,
  tenantId: number,
  { id, value }: SealedThresholds,
  replacement: string,
) =>
  execute(tx)`
    UPDATE threshold_versions SET seal = ${replacement}
    WHERE tenant_id = ${tenantId} AND version = ${id} AND seal = ${value}`;

/** An action that the drafted rule would have given another tier. */
export interface TierDifference {
  id: number;
  actionType: string;
  entityRef: string;
  status: ActionStatus;
  /** The tier by the rules in force, on the figures that were weighed for the action. */
  inForce: RiskTier;
  drafted: RiskTier;
}

/**
 * Asks the rules in force, and the same with a drafted one in its place, about the figures of the newest actions that were
 * proposed within `days`, at most `limit`. Takes no lock and weighs no total again. Also how many were asked about.
 * Measured: about 1 ms an action on a busy machine of two cores, 0.9 to 1.3 s for 1,000.
 */
export async function listTierDifferences(
  tx: TenantTransaction,
  tenantId: number,
  { actionType, name, atLeast, tier }: DraftedRule,
  { days, limit }: { days: number; limit: number },
): Promise<{ lookedAt: number; differences: TierDifference[] }> {
  const draft = JSON.stringify({ at_least: atLeast, tier });
  const rows = await selectAll<(TierDifference | { id: null }) & { lookedAt: number }>(tx)`
    WITH drafted AS MATERIALIZED (
      SELECT array_agg(jsonb_populate_record(r, ${draft}::jsonb)) AS rules
      FROM risk_tier_rules named
      JOIN threshold_twins(${tenantId}) t ON t.rule_id = named.id
      JOIN risk_tier_rules r ON r.id = t.twin_id
      WHERE named.tenant_id = ${tenantId} AND named.action_type = ${actionType} AND named.name = ${name}
    ), asked AS MATERIALIZED (
      SELECT a.id, a.action_type, a.entity_ref,
        CASE WHEN a.status = 'pending' AND a.expires_at <= clock_timestamp() THEN 'expired' ELSE a.status END AS status,
        (tier_by_rules(a, a.risk_weighed, '{}')).tier::int AS in_force,
        (tier_by_rules(a, a.risk_weighed, (SELECT rules FROM drafted))).tier::int AS drafted
      FROM proposed_actions a
      WHERE a.tenant_id = ${tenantId} AND a.id = ANY (ARRAY(
        SELECT p.id FROM proposed_actions p
        WHERE p.tenant_id = ${tenantId} AND p.created_at > clock_timestamp() - make_interval(days => ${days})
        ORDER BY p.id DESC LIMIT ${limit}))
    )
    SELECT n.looked_at, asked.* FROM (SELECT count(*)::int AS looked_at FROM asked) n
    LEFT JOIN asked ON asked.in_force <> asked.drafted
    ORDER BY asked.id DESC`;
  return { lookedAt: rows[0]!.lookedAt, differences: rows.flatMap((row) => (row.id === null ? [] : [row])) };
}
