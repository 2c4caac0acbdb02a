-- The rule of this name that a write of this type obeys, as it stands now: its measure and its figure. Of a type's
-- own tier also the first rule that lifts a write above it, whose figure says how far that tier goes. Null: there is
-- no such rule any more, or it is none of the rules.
-- A name of several types is one rule: threshold_twins sets them together.
--
-- A list asks for each of its rows. Most rules are the type's own, and one look at a key finds those. The types with
-- an effect in common are compared only where another type has a rule of this name: 0.019 ms instead of 0.035.
CREATE OR REPLACE FUNCTION rule_in_force(p_tenant bigint, p_type text, p_name text) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_rule risk_tier_rules;
  v_next jsonb;
BEGIN
  SELECT * INTO v_rule FROM risk_tier_rules
    WHERE tenant_id = p_tenant AND action_type = p_type AND name = p_name;
  IF v_rule.id IS NULL AND EXISTS (SELECT FROM risk_tier_rules WHERE tenant_id = p_tenant AND name = p_name) THEN
    SELECT * INTO v_rule FROM risk_tier_rules r
      WHERE r.tenant_id = p_tenant AND r.name = p_name AND (r.action_type = '*' OR r.action_type IN (
        SELECT o.name FROM action_types o JOIN action_types t ON o.effects && t.effects WHERE t.name = p_type))
      ORDER BY r.action_type COLLATE "C" LIMIT 1;
  END IF;
  IF v_rule.id IS NULL THEN
    RETURN NULL;
  END IF;
  IF v_rule.measure = 'base' THEN
    SELECT jsonb_build_object('measure', n.measure, 'atLeast', trim_scale(n.at_least)::text) INTO v_next
      FROM risk_tier_rules n
      WHERE n.tenant_id = p_tenant AND n.action_type = v_rule.action_type AND n.measure <> 'base'
        AND n.tier > v_rule.tier
      ORDER BY n.measure LIKE 'cumulative%', n.tier, n.measure, n.at_least, n.name LIMIT 1;
  END IF;
  RETURN jsonb_build_object(
    'measure', v_rule.measure, 'atLeast', trim_scale(v_rule.at_least)::text, 'next', v_next);
END $$;
