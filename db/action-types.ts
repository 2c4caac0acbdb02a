import type postgres from "postgres";
import type { ActionTypeRow } from "@/lib/core/action/tier-rules";

export type { ActionTypeRow } from "@/lib/core/action/tier-rules";

/**
 * Tells the database which action types there are. A rule that is new among the defaults is given to every tenant once;
 * after that the rule is the tenant's, so one that it took away or changed does not come back. New tenants get the
 * defaults as they are then (equip_tenant). Types missing from `rows` are kept.
 *
 * Takes the owner's transaction. No tenant is added meanwhile, or it could miss a rule.
 */
export async function syncActionTypes(
  tx: postgres.TransactionSql,
  rows: readonly ActionTypeRow[],
): Promise<void> {
  const defaults = rows.map(({ actionType, summedAs, effects, words, tierRules }) => ({
    name: actionType,
    summed_as: summedAs,
    effects,
    words: words ?? "",
    tier_rules: tierRules.map(({ atLeast, ...rule }) => ({ ...rule, at_least: atLeast })),
  }));
  await tx`LOCK TABLE tenants, action_types IN SHARE ROW EXCLUSIVE MODE`;
  const changed = await tx<{ tenant_id: number }[]>`
    WITH given AS (
      SELECT name, summed_as, effects, words, tier_rules
      FROM jsonb_to_recordset(${tx.json(defaults)})
        AS g (name text, summed_as text, effects text[], words text, tier_rules jsonb)
    ), new_rules AS (
      SELECT g.name AS action_type, r.name, r.measure, r.at_least, r.tier
      FROM given g
      CROSS JOIN jsonb_to_recordset(g.tier_rules) AS r (name text, measure text, at_least numeric, tier smallint)
      LEFT JOIN action_types a ON a.name = g.name
      WHERE a.tier_rules @> jsonb_build_array(jsonb_build_object('name', r.name)) IS NOT TRUE
    ), saved AS (
      INSERT INTO action_types (name, summed_as, effects, words, tier_rules)
      SELECT name, summed_as, effects, words, tier_rules FROM given
      ON CONFLICT (name) DO UPDATE
        SET summed_as = EXCLUDED.summed_as, effects = EXCLUDED.effects, words = EXCLUDED.words,
            tier_rules = EXCLUDED.tier_rules
    )
    INSERT INTO risk_tier_rules (tenant_id, action_type, name, measure, at_least, tier)
    SELECT t.id, n.action_type, n.name, n.measure, n.at_least, n.tier FROM tenants t CROSS JOIN new_rules n
    ON CONFLICT (tenant_id, action_type, name) DO NOTHING
    RETURNING tenant_id`;
  const details = { release: true };
  for (const tenantId of new Set(changed.map((rule) => rule.tenant_id)))
    await tx`SELECT record_rules_change(${tenantId}::bigint, 'system', 'release', ${tx.json(details)})`;
}
