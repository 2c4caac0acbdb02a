-- The rule of this name that a write of this type obeys, as it stands now: its measure and its figure. Of a type's
-- own tier also the first rule that lifts a write above it, whose figure says how far that tier goes. Null: there is
-- no such rule any more, or it is none of the rules.
-- A name of several types is one rule: threshold_twins sets them together.
CREATE OR REPLACE FUNCTION rule_in_force(p_tenant bigint, p_type text, p_name text) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'measure', r.measure, 'atLeast', trim_scale(r.at_least)::text,
    'next', CASE WHEN r.measure = 'base' THEN (
      SELECT jsonb_build_object('measure', n.measure, 'atLeast', trim_scale(n.at_least)::text)
      FROM risk_tier_rules n
      WHERE n.tenant_id = r.tenant_id AND n.action_type = r.action_type AND n.measure <> 'base' AND n.tier > r.tier
      ORDER BY n.measure LIKE 'cumulative%', n.tier, n.measure, n.at_least, n.name LIMIT 1) END)
  FROM risk_tier_rules r
  WHERE r.tenant_id = p_tenant AND r.name = p_name
    AND (r.action_type IN (p_type, '*') OR r.action_type IN (
      SELECT o.name FROM action_types o JOIN action_types t ON o.effects && t.effects WHERE t.name = p_type))
  ORDER BY (r.action_type = p_type) DESC, r.action_type COLLATE "C" LIMIT 1
$$;
