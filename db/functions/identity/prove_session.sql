-- The person of this session proved their second factor in it. False: it is no live session of theirs.
CREATE OR REPLACE FUNCTION prove_session(p_session bigint, p_user bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE sessions s SET second_factor_at = clock_timestamp()
    WHERE s.id = p_session AND s.user_id = p_user AND s.ended_at IS NULL AND s.expires_at > clock_timestamp();
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION prove_session(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prove_session(bigint, bigint) TO countersign_app;
ALTER FUNCTION prove_session(bigint, bigint) OWNER TO countersign_lookup;
