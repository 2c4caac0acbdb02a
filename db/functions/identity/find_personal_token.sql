-- The person of a personal token, with its tenant. Records the use, at most once a minute.
CREATE OR REPLACE FUNCTION find_personal_token(p_token_hash text)
RETURNS TABLE (user_id bigint, name text, email text, tenant_id bigint, tenant_slug text, tenant_name text, role text,
               role_seal text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id bigint;
BEGIN
  SELECT p.id INTO v_id FROM personal_tokens p
    WHERE p.token_hash = p_token_hash
      AND (p.last_used_at IS NULL OR p.last_used_at < clock_timestamp() - interval '1 minute');
  RETURN QUERY
    SELECT u.id, u.name, u.email, t.id, t.slug, t.name, m.role, m.role_seal
    FROM personal_tokens p JOIN users u ON u.id = p.user_id
    JOIN memberships m ON m.user_id = u.id AND m.tenant_id = p.tenant_id JOIN tenants t ON t.id = p.tenant_id
    WHERE p.token_hash = p_token_hash AND p.revoked_at IS NULL
      AND (p.expires_at IS NULL OR p.expires_at > clock_timestamp())
      AND m.revoked_at IS NULL AND u.disabled_at IS NULL;
  IF FOUND AND v_id IS NOT NULL THEN
    UPDATE personal_tokens SET last_used_at = clock_timestamp() WHERE id = v_id;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION find_personal_token(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_personal_token(text) TO countersign_app;
ALTER FUNCTION find_personal_token(text) OWNER TO countersign_lookup;
