-- The rules that one change of a threshold sets: pairs of a rule and each rule that is set with it, itself included.
--
-- Rules that the release ships with one figure and one tier are one threshold: of the same kind of figure, within a
-- type and in every type that shares an effect with it. A row obeys them all, the highest wins, and a total holds the
-- row itself: of such rules one that was loosened alone would do nothing, and one that was tightened alone would be
-- passed by splitting the write.
CREATE OR REPLACE FUNCTION threshold_twins(p_tenant bigint) RETURNS TABLE (rule_id bigint, twin_id bigint)
LANGUAGE sql STABLE AS $$
  WITH known AS (
    SELECT r.id, r.action_type, t.effects, s.at_least, s.tier,
           CASE WHEN r.measure LIKE '%\_cents' THEN 'cents'
                WHEN r.measure LIKE '%movement\_percent' THEN 'percent'
                WHEN r.measure = 'base' THEN 'base ' || r.name
                ELSE r.measure END AS kind
    FROM risk_tier_rules r
    LEFT JOIN action_types t ON t.name = r.action_type
    LEFT JOIN LATERAL jsonb_to_recordset(t.tier_rules) AS s (name text, at_least numeric, tier smallint)
      ON s.name = r.name
    WHERE r.tenant_id = p_tenant
  )
  SELECT k.id, o.id FROM known k JOIN known o
    ON o.id = k.id
    OR (o.kind, o.tier) = (k.kind, k.tier) AND o.at_least IS NOT DISTINCT FROM k.at_least
       AND (o.action_type = k.action_type OR o.effects && k.effects)
$$;
