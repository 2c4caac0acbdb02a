-- Ends one session of this person; nothing where it ended already.
CREATE OR REPLACE FUNCTION end_session(p_session bigint, p_user bigint) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE sessions SET ended_at = clock_timestamp() WHERE id = p_session AND user_id = p_user AND ended_at IS NULL
$$;
REVOKE EXECUTE ON FUNCTION end_session(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_session(bigint, bigint) TO countersign_app;
ALTER FUNCTION end_session(bigint, bigint) OWNER TO countersign_lookup;
