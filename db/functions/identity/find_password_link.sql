-- The person of a password link, which is stored in one of these forms. No row: it was used or ran out, or its person
-- may not come in.
CREATE OR REPLACE FUNCTION find_password_link(p_forms text[])
RETURNS TABLE (link_id bigint, tenant_id bigint, user_id bigint, name text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.id, l.tenant_id, u.id, u.name, u.email
  FROM password_links l JOIN users u ON u.id = l.user_id
  JOIN memberships m ON m.user_id = u.id AND m.tenant_id = l.tenant_id
  WHERE l.token_hash = ANY (p_forms) AND l.used_at IS NULL AND l.expires_at > clock_timestamp()
    AND m.revoked_at IS NULL AND u.disabled_at IS NULL
$$;
REVOKE EXECUTE ON FUNCTION find_password_link(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_password_link(text[]) TO countersign_app;
ALTER FUNCTION find_password_link(text[]) OWNER TO countersign_lookup;
