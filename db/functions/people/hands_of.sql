-- Everybody in whose hands a person may be: givers_of, with the parties of each.
CREATE OR REPLACE FUNCTION hands_of(p_tenant bigint, p_user bigint) RETURNS bigint[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT array_agg(DISTINCT x) FROM unnest(givers_of(p_tenant, p_user)) AS g (user_id)
    CROSS JOIN LATERAL unnest(party_of(p_tenant, g.user_id)) AS x);
END $$;
