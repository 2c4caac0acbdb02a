-- Who somebody is must be known before their tenant is. These few look-ups alone cross tenants; they run as
-- countersign_lookup, which may read the credential tables and nothing else, and take exact hashes or addresses.

CREATE POLICY lookup_reads ON users FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_reads ON memberships FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_reads ON tenants FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_reads ON agents FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_reads ON personal_tokens FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_counts ON auth_attempts TO countersign_lookup USING (true) WITH CHECK (true);
GRANT SELECT ON users, memberships, tenants, agents, personal_tokens, auth_attempts TO countersign_lookup;
GRANT INSERT, DELETE ON auth_attempts TO countersign_lookup;

-- For the credentials form: at most one row.
CREATE FUNCTION find_user_for_sign_in(p_email text)
RETURNS TABLE (user_id bigint, name text, email text, password_hash text, session_version integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.name, u.email, u.password_hash, u.session_version FROM users u
  WHERE u.email = lower(p_email) AND u.disabled_at IS NULL
$$;

-- For every request with a session: the person's live memberships, empty once any of it was revoked or the session ended.
CREATE FUNCTION find_session_memberships(p_user bigint, p_session_version integer)
RETURNS TABLE (user_id bigint, name text, email text, tenant_id bigint, tenant_slug text, tenant_name text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.name, u.email, t.id, t.slug, t.name, m.role
  FROM users u JOIN memberships m ON m.user_id = u.id JOIN tenants t ON t.id = m.tenant_id
  WHERE u.id = p_user AND u.session_version = p_session_version AND u.disabled_at IS NULL AND m.revoked_at IS NULL
  ORDER BY t.id
$$;

CREATE FUNCTION find_personal_token(p_token_hash text)
RETURNS TABLE (user_id bigint, name text, email text, tenant_id bigint, tenant_slug text, tenant_name text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.name, u.email, t.id, t.slug, t.name, m.role
  FROM personal_tokens p JOIN users u ON u.id = p.user_id
  JOIN memberships m ON m.user_id = u.id AND m.tenant_id = p.tenant_id JOIN tenants t ON t.id = p.tenant_id
  WHERE p.token_hash = p_token_hash AND p.revoked_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > clock_timestamp())
    AND m.revoked_at IS NULL AND u.disabled_at IS NULL
$$;

CREATE FUNCTION find_agent_key(p_key_hash text)
RETURNS TABLE (agent_id bigint, name text, tenant_id bigint, tenant_slug text, on_behalf_of_user_id bigint,
               proposals_per_minute_max integer, pending_max integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, a.name, a.tenant_id, t.slug, a.on_behalf_of_user_id, a.proposals_per_minute_max, a.pending_max
  FROM agents a JOIN tenants t ON t.id = a.tenant_id WHERE a.key_hash = p_key_hash AND a.revoked_at IS NULL
$$;

-- The sweeps go tenant by tenant.
CREATE FUNCTION list_tenant_ids() RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT id FROM tenants ORDER BY id $$;

-- Failures of one subject within the last p_seconds.
CREATE FUNCTION count_failed_attempts(p_subject text, p_seconds integer) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*)::integer FROM auth_attempts
  WHERE subject = p_subject AND NOT succeeded AND attempted_at > clock_timestamp() - make_interval(secs => p_seconds)
$$;

-- A success forgets the failures before it.
CREATE FUNCTION record_auth_attempt(p_subject text, p_succeeded boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_succeeded THEN
    DELETE FROM auth_attempts WHERE subject = p_subject;
  ELSE
    DELETE FROM auth_attempts WHERE attempted_at < clock_timestamp() - interval '1 day';
    INSERT INTO auth_attempts (subject, succeeded) VALUES (p_subject, false);
  END IF;
END $$;

-- A function's owner must be allowed to create in its schema at that moment.
GRANT CREATE ON SCHEMA public TO countersign_lookup;
DO $$
DECLARE
  v_function regprocedure;
BEGIN
  FOREACH v_function IN ARRAY ARRAY['find_user_for_sign_in(text)', 'find_session_memberships(bigint,integer)', 'find_personal_token(text)',
    'find_agent_key(text)', 'list_tenant_ids()', 'count_failed_attempts(text,integer)', 'record_auth_attempt(text,boolean)']::regprocedure[]
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', v_function);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO countersign_app', v_function);
    EXECUTE format('ALTER FUNCTION %s OWNER TO countersign_lookup', v_function);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM countersign_lookup;
