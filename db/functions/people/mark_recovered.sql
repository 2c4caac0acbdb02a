-- Somebody else gave this person new credentials: they decide nothing at L4 and L5 for 24 hours from now. p_by null:
-- whoever did so last; where nobody did, nothing happens. Those who did within seven days before stay beside p_by: a
-- mark that names somebody else makes no rule less strict.
CREATE OR REPLACE FUNCTION mark_recovered(p_user bigint, p_by bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE memberships m SET recovered_at = clock_timestamp(), recoveries = m.recoveries + 1,
      recovered_by_user_id = coalesce(p_by, m.recovered_by_user_id),
      recovery_hands = ARRAY(
        SELECT DISTINCT h FROM unnest(
          CASE WHEN p_by IS NULL OR m.recovered_at > clock_timestamp() - interval '168 hours' THEN m.recovery_hands END
          || p_by) AS h WHERE h IS NOT NULL ORDER BY h)
    WHERE m.tenant_id = current_tenant_id() AND m.user_id = p_user
      AND coalesce(p_by, m.recovered_by_user_id) IS NOT NULL;
END $$;
REVOKE EXECUTE ON FUNCTION mark_recovered(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mark_recovered(bigint, bigint) TO countersign_app;
