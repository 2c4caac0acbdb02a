-- A person, everybody by whose hand alone they came into office, whoever issued the link of their first password while
-- nobody has confirmed it, and those behind each of these.
CREATE OR REPLACE FUNCTION party_of(p_tenant bigint, p_user bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  WITH RECURSIVE party (user_id) AS (
    SELECT p_user
    UNION
    SELECT x FROM party p
    JOIN memberships m ON m.tenant_id = p_tenant AND m.user_id = p.user_id
    CROSS JOIN LATERAL unnest(m.made_by || open_first_link_hands(m)) AS x
    WHERE x IS NOT NULL
  )
  SELECT array_agg(p.user_id) FROM party p
$$;
