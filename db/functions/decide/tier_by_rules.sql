-- The tier that rules give to figures that weigh_risk weighed, and the rule that set it. Apart from the weighing, so
-- that drafted rules are asked about figures that were weighed before. p_drafted: rules as they would be, each in the
-- place of the one with its id; none: the rules in force.
--
-- A row obeys the rules of its own action type, of every type that shares an effect with the row, and those of all
-- types. The name of a type therefore lowers nothing.
CREATE OR REPLACE FUNCTION tier_by_rules(
  a proposed_actions, p_weighed jsonb, p_drafted risk_tier_rules[], OUT tier smallint, OUT rule text
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_rule record;
BEGIN
  SELECT coalesce(d.tier, r.tier) AS tier, r.name,
         bool_or(r.action_type = a.action_type AND r.measure = 'base') OVER () AS has_base
    INTO v_rule
  FROM risk_tier_rules r LEFT JOIN unnest(p_drafted) d ON d.id = r.id
  WHERE r.tenant_id = a.tenant_id
    AND (r.action_type IN (a.action_type, '*') OR r.action_type IN (
      SELECT t.name FROM action_types t WHERE t.effects && a.effects))
    AND (r.measure = 'base' OR (p_weighed ->> r.measure)::numeric >= coalesce(d.at_least, r.at_least))
  -- Of rules that lead to the same tier the type's own is named before one of another type, and the one about this
  -- write alone before one about a total.
  ORDER BY 1 DESC, (r.measure = 'base') DESC, (r.measure LIKE 'cumulative%'), (r.action_type = a.action_type) DESC,
           r.name LIMIT 1;

  IF v_rule.has_base IS NOT TRUE THEN
    tier := 5;
    rule := 'no-rule-for-this-action-type';
  ELSE
    tier := v_rule.tier;
    rule := v_rule.name;
  END IF;

  -- A figure that somebody has to weigh and that the gateway could not read itself is never taken for small. Neither is
  -- an amount in another currency than the tenant's thresholds: it was not converted.
  IF tier < 4 AND (a.facts_read_at IS NULL OR a.impact_cents <> 0 AND a.impact_currency IS DISTINCT FROM
       (SELECT t.currency FROM tenants t WHERE t.id = a.tenant_id)) THEN
    tier := 4;
    rule := 'live-value-was-not-readable';
  END IF;
END $$;
