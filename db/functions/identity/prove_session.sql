-- The person of this session proved their second factor in it; the app's seal says so, and nothing counts without it.
-- False: it is no live session of theirs.
CREATE OR REPLACE FUNCTION prove_session(p_session bigint, p_user bigint, p_seal text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE sessions s SET second_factor_at = clock_timestamp(), second_factor_seal = p_seal
    WHERE s.id = p_session AND s.user_id = p_user AND s.ended_at IS NULL AND s.expires_at > clock_timestamp();
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION prove_session(bigint, bigint, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prove_session(bigint, bigint, text) TO countersign_app;
ALTER FUNCTION prove_session(bigint, bigint, text) OWNER TO countersign_lookup;
