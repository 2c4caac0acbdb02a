-- For the credentials form: at most one row.
CREATE OR REPLACE FUNCTION find_user_for_sign_in(p_email text)
RETURNS TABLE (user_id bigint, name text, email text, password_hash text, session_version integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.name, u.email, u.password_hash, u.session_version FROM users u
  WHERE u.email = lower(p_email) AND u.disabled_at IS NULL
$$;
REVOKE EXECUTE ON FUNCTION find_user_for_sign_in(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_user_for_sign_in(text) TO countersign_app;
ALTER FUNCTION find_user_for_sign_in(text) OWNER TO countersign_lookup;
