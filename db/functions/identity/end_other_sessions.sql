-- Ends every session of this member of the tenant, in every tenant, but for the kept one (null: for none) if that
-- goes on. The version rises too: a sign-in that was checked before this and begins after it is over as well.
CREATE OR REPLACE FUNCTION end_other_sessions(p_user bigint, p_kept bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_version integer;
BEGIN
  UPDATE users SET session_version = session_version + 1
    WHERE id = p_user
      AND EXISTS (SELECT 1 FROM memberships m WHERE m.tenant_id = current_tenant_id() AND m.user_id = p_user)
    RETURNING session_version INTO v_version;
  UPDATE sessions SET session_version = v_version
    WHERE id = p_kept AND user_id = p_user AND ended_at IS NULL AND session_version = v_version - 1;
  UPDATE sessions SET ended_at = clock_timestamp()
    WHERE user_id = p_user AND ended_at IS NULL AND session_version < v_version;
END $$;
REVOKE EXECUTE ON FUNCTION end_other_sessions(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_other_sessions(bigint, bigint) TO countersign_app;
ALTER FUNCTION end_other_sessions(bigint, bigint) OWNER TO countersign_lookup;
