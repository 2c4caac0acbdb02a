-- Begins a session in the tenant where the person worked last, else in their first. Null: there is nobody of that
-- version with a live membership.
CREATE OR REPLACE FUNCTION open_session(
  p_user bigint, p_session_version integer, p_via text, p_user_agent text, p_seconds integer
) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id bigint;
BEGIN
  DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE expires_at < clock_timestamp() - interval '720 hours' ORDER BY expires_at LIMIT 100);
  INSERT INTO sessions (user_id, tenant_id, session_version, via, user_agent, expires_at)
    SELECT u.id, m.tenant_id, u.session_version, p_via, left(p_user_agent, 300),
      clock_timestamp() + make_interval(secs => p_seconds)
    FROM users u JOIN memberships m ON m.user_id = u.id AND m.revoked_at IS NULL
    LEFT JOIN LATERAL (
      SELECT s.tenant_id FROM sessions s WHERE s.user_id = u.id ORDER BY s.id DESC LIMIT 1) last ON true
    WHERE u.id = p_user AND u.session_version = p_session_version AND u.disabled_at IS NULL
    ORDER BY (m.tenant_id = last.tenant_id) DESC NULLS LAST, m.tenant_id LIMIT 1
    RETURNING id INTO v_id;
  RETURN v_id;
END $$;
REVOKE EXECUTE ON FUNCTION open_session(bigint, integer, text, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_session(bigint, integer, text, text, integer) TO countersign_app;
ALTER FUNCTION open_session(bigint, integer, text, text, integer) OWNER TO countersign_lookup;
