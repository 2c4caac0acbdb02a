-- Everybody in whose hands a person may be: givers_of, and all those by whose hand alone one of these came into office.
CREATE OR REPLACE FUNCTION hands_of(p_tenant bigint, p_user bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(DISTINCT x) FROM unnest(givers_of(p_tenant, p_user)) AS g (user_id)
  LEFT JOIN memberships m ON m.tenant_id = p_tenant AND m.user_id = g.user_id
  CROSS JOIN LATERAL unnest(g.user_id || coalesce(m.made_by, '{}')) AS x
$$;
