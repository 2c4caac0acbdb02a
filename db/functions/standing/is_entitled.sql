-- Whether the tenant may have writes of this type made: it is not suspended, and the type is among those it is entitled
-- to. The operator sets both; asked at the claim and at the push.
CREATE OR REPLACE FUNCTION is_entitled(p_tenant bigint, p_action_type text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT t.suspended_at IS NULL
                     AND (t.entitled_action_types IS NULL OR p_action_type = ANY (t.entitled_action_types))
                   FROM tenants t WHERE t.id = p_tenant), false)
$$;
