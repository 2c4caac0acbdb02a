-- The person of a personal token, with its tenant. It is stored in one of these forms, and in the first from now on.
-- Records the use, at most once a minute.
CREATE OR REPLACE FUNCTION find_personal_token(p_forms text[])
RETURNS TABLE (user_id bigint, name text, email text, tenant_id bigint, tenant_slug text, tenant_name text, role text,
               role_seal text, role_changes integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_ids bigint[] := ARRAY(
    SELECT p.id FROM personal_tokens p WHERE p.token_hash = ANY (p_forms) OR p.former_hashes && p_forms);
BEGIN
  -- Two rows for one token: one was written past the app. A row keeps the forms that it had, or whoever calls this
  -- could move their own away and put it beside somebody else.
  IF cardinality(v_ids) <> 1 THEN RETURN; END IF;
  RETURN QUERY
    SELECT u.id, u.name, u.email, t.id, t.slug, t.name, m.role, m.role_seal, m.role_changes
    FROM personal_tokens p JOIN users u ON u.id = p.user_id
    JOIN memberships m ON m.user_id = u.id AND m.tenant_id = p.tenant_id JOIN tenants t ON t.id = p.tenant_id
    WHERE p.id = v_ids[1] AND p.token_hash = ANY (p_forms) AND p.revoked_at IS NULL
      AND (p.expires_at IS NULL OR p.expires_at > clock_timestamp())
      AND m.revoked_at IS NULL AND u.disabled_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE personal_tokens p SET last_used_at = clock_timestamp()
    WHERE p.id = v_ids[1] AND (p.last_used_at IS NULL OR p.last_used_at < clock_timestamp() - interval '1 minute');
  UPDATE personal_tokens p SET token_hash = p_forms[1], former_hashes = former_hashes || token_hash
    WHERE p.id = v_ids[1] AND p.token_hash = ANY (p_forms[2:]);
END $$;
REVOKE EXECUTE ON FUNCTION find_personal_token(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_personal_token(text[]) TO countersign_app;
ALTER FUNCTION find_personal_token(text[]) OWNER TO countersign_lookup;
