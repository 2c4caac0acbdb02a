-- For every request with a session: the person's live memberships, the session's own tenant first; empty once the
-- session ended or ran out, or all of it was revoked.
CREATE OR REPLACE FUNCTION find_session(p_session bigint, p_user bigint)
RETURNS TABLE (user_id bigint, name text, email text, tenant_id bigint, tenant_slug text, tenant_name text, role text,
               role_seal text, role_changes integer, second_factor_seal text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.name, u.email, t.id, t.slug, t.name, m.role, m.role_seal, m.role_changes,
    s.second_factor_seal
  FROM sessions s JOIN users u ON u.id = s.user_id JOIN memberships m ON m.user_id = u.id
  JOIN tenants t ON t.id = m.tenant_id
  WHERE s.id = p_session AND s.user_id = p_user AND s.session_version = u.session_version AND s.ended_at IS NULL
    AND s.expires_at > clock_timestamp() AND u.disabled_at IS NULL AND m.revoked_at IS NULL
  ORDER BY (t.id = s.tenant_id) DESC, t.id
$$;
REVOKE EXECUTE ON FUNCTION find_session(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_session(bigint, bigint) TO countersign_app;
ALTER FUNCTION find_session(bigint, bigint) OWNER TO countersign_lookup;
