-- Everybody in whose hands a person may be: themselves, whoever gave them new credentials within seven days, and
-- whoever gave those theirs; and all those by whose hand alone one of these came into office.
CREATE OR REPLACE FUNCTION hands_of(p_tenant bigint, p_user bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE hands (user_id) AS (
    SELECT p_user
    UNION
    SELECT m.recovered_by_user_id FROM hands h
    JOIN memberships m ON m.tenant_id = p_tenant AND m.user_id = h.user_id
    WHERE m.recovered_at > clock_timestamp() - interval '7 days'
  )
  SELECT array_agg(DISTINCT x) FROM hands h
  LEFT JOIN memberships m ON m.tenant_id = p_tenant AND m.user_id = h.user_id
  CROSS JOIN LATERAL unnest(h.user_id || coalesce(m.made_by, '{}')) AS x
$$;
