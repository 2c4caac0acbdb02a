-- The candidates for an identity provider's answer: the person of that subject, and the person of that address. At most
-- two rows.
CREATE OR REPLACE FUNCTION find_oidc_people(p_issuer text, p_subject text, p_email text)
RETURNS TABLE (
  user_id bigint, email text, session_version integer, oidc_issuer text, oidc_subject text, oidc_seal text,
  tenant_id bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.email, u.session_version, u.oidc_issuer, u.oidc_subject, u.oidc_seal,
         (SELECT min(m.tenant_id) FROM memberships m WHERE m.user_id = u.id AND m.revoked_at IS NULL)
  FROM users u
  WHERE u.disabled_at IS NULL
    AND ((u.oidc_issuer = p_issuer AND u.oidc_subject = p_subject) OR u.email = lower(p_email))
$$;
REVOKE EXECUTE ON FUNCTION find_oidc_people(text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_oidc_people(text, text, text) TO countersign_app;
ALTER FUNCTION find_oidc_people(text, text, text) OWNER TO countersign_lookup;
