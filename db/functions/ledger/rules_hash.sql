-- SHA-256 over the canonical list of a tenant's thresholds: one JSON object a line, by type and name.
CREATE OR REPLACE FUNCTION rules_hash(p_tenant bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT hashed(coalesce(string_agg(jsonb_build_object(
    'action_type', r.action_type, 'name', r.name, 'measure', r.measure, 'at_least', trim_scale(r.at_least),
    'tier', r.tier)::text, E'\n' ORDER BY r.action_type COLLATE "C", r.name COLLATE "C"), ''))
  FROM risk_tier_rules r WHERE r.tenant_id = p_tenant
$$;
