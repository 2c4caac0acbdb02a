-- Attempts to sign in belong to no tenant. They are counted for minutes and go after a day, also where nobody signs in.
CREATE OR REPLACE FUNCTION forget_old_auth_attempts(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_count integer;
BEGIN
  DELETE FROM auth_attempts WHERE id IN (
    SELECT id FROM auth_attempts WHERE attempted_at < clock_timestamp() - interval '24 hours'
    ORDER BY id LIMIT p_limit);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE EXECUTE ON FUNCTION forget_old_auth_attempts(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_old_auth_attempts(integer) TO countersign_app;
