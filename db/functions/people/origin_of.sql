-- A person, everybody by whose hand alone they came into office, and those behind each of these: whatever happened to
-- their credentials since. How many parties there are is counted by it: new credentials make nobody fewer.
CREATE OR REPLACE FUNCTION origin_of(p_tenant bigint, p_user bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE origin (user_id) AS (
    SELECT p_user
    UNION
    SELECT x FROM origin o
    JOIN memberships m ON m.tenant_id = p_tenant AND m.user_id = o.user_id
    CROSS JOIN LATERAL unnest(m.made_by) AS x
  )
  SELECT array_agg(o.user_id) FROM origin o
$$;
