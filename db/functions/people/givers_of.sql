-- A person, whoever gave them new credentials within seven days, and whoever gave those theirs: each of them may act in
-- the person's name.
CREATE OR REPLACE FUNCTION givers_of(p_tenant bigint, p_user bigint) RETURNS bigint[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE givers (user_id) AS (
      SELECT p_user
      UNION
      SELECT unnest(m.recovery_hands) FROM givers g
      JOIN memberships m ON m.tenant_id = p_tenant AND m.user_id = g.user_id
      WHERE open_recovery_at(m) > clock_timestamp() - interval '168 hours'
    )
    SELECT array_agg(g.user_id) FROM givers g);
END $$;
