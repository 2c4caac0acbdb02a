-- Whether this release ships the type as trivial: L1 by its own base rule. No threshold of a tenant adds a type to
-- these, so that nothing that moves money ever goes without a tap.
CREATE OR REPLACE FUNCTION is_trivial_type(p_type text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM action_types t WHERE t.name = p_type AND t.tier_rules @> '[{"measure": "base", "tier": 1}]')
$$;
