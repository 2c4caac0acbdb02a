-- People, keys and sessions as the pages manage them: until here only the tables' owner could. Each change is an event in
-- the ledger, each secret is stored hashed, and a session is a row, so that ending one ends it.

ALTER TABLE users
  -- The app may know that there is a password, never read it.
  ADD COLUMN password_set boolean NOT NULL GENERATED ALWAYS AS (password_hash IS NOT NULL) STORED,
  -- Who this is at the identity provider, once they came in that way; from then on nobody else is.
  ADD COLUMN oidc_issuer text CHECK (length(oidc_issuer) <= 500),
  ADD COLUMN oidc_subject text CHECK (length(oidc_subject) BETWEEN 1 AND 500),
  ADD CONSTRAINT users_oidc_whole CHECK ((oidc_issuer IS NULL) = (oidc_subject IS NULL)),
  ADD CONSTRAINT users_oidc_once UNIQUE (oidc_issuer, oidc_subject);

ALTER TABLE personal_tokens
  ADD COLUMN token_prefix text,
  -- To the minute: a row is not rewritten at every request.
  ADD COLUMN last_used_at timestamptz;

ALTER TABLE agents
  -- The key before a rotation, while its grace lasts.
  ADD COLUMN previous_key_hash text UNIQUE,
  ADD COLUMN previous_key_expires_at timestamptz,
  ADD COLUMN last_used_at timestamptz,
  ADD CONSTRAINT agents_previous_key_ends CHECK ((previous_key_hash IS NULL) = (previous_key_expires_at IS NULL));

CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users (id),
  -- The tenant this session works in; its person may choose another of theirs.
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  -- The user's session_version when it began: raising that one ends this one.
  session_version integer NOT NULL,
  via text NOT NULL CHECK (via IN ('password', 'oidc')),
  user_agent text CHECK (length(user_agent) <= 300),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX sessions_by_user ON sessions (user_id, id DESC);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Sets a password once, without knowing one: for somebody who was just added, or who forgot theirs.
CREATE TABLE password_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  user_id bigint NOT NULL,
  token_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id)
);
CREATE INDEX password_links_open ON password_links (tenant_id, user_id) WHERE used_at IS NULL;

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['sessions', 'password_links']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO countersign_app USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id())', v_table);
    EXECUTE format('CREATE POLICY owner_sets_up ON %I TO countersign_owner USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('GRANT SELECT ON %I TO countersign_app', v_table);
  END LOOP;
END $$;
GRANT UPDATE (ended_at, session_version) ON sessions TO countersign_app;
GRANT INSERT (tenant_id, user_id, token_hash, expires_at), UPDATE (used_at) ON password_links TO countersign_app;

-- What administrators and people themselves may change; who belongs to a tenant stays behind row-level security.
GRANT INSERT (tenant_id, user_id, role), UPDATE (role, revoked_at) ON memberships TO countersign_app;
GRANT INSERT (tenant_id, name, key_hash, key_prefix, on_behalf_of_user_id, proposals_per_minute_max, pending_max),
      UPDATE (key_hash, key_prefix, previous_key_hash, previous_key_expires_at, on_behalf_of_user_id, proposals_per_minute_max,
              pending_max, revoked_at) ON agents TO countersign_app;
GRANT INSERT (tenant_id, user_id, name, token_hash, token_prefix, expires_at), UPDATE (revoked_at) ON personal_tokens TO countersign_app;
GRANT SELECT (password_set, oidc_issuer, oidc_subject), UPDATE (name, password_hash, totp_secret_encrypted, oidc_issuer, oidc_subject)
  ON users TO countersign_app;

CREATE POLICY lookup_adds ON users FOR INSERT TO countersign_lookup WITH CHECK (true);
CREATE POLICY lookup_touches ON personal_tokens FOR UPDATE TO countersign_lookup USING (true) WITH CHECK (true);
CREATE POLICY lookup_touches ON agents FOR UPDATE TO countersign_lookup USING (true) WITH CHECK (true);
CREATE POLICY lookup_keeps ON sessions TO countersign_lookup USING (true) WITH CHECK (true);
CREATE POLICY lookup_reads ON password_links FOR SELECT TO countersign_lookup USING (true);
GRANT INSERT (email, name) ON users TO countersign_lookup;
GRANT UPDATE (last_used_at) ON personal_tokens, agents TO countersign_lookup;
GRANT SELECT, INSERT, DELETE, UPDATE (ended_at, tenant_id) ON sessions TO countersign_lookup;
GRANT SELECT ON password_links TO countersign_lookup;

-- Somebody whom no tenant knows yet; null where the address is taken, whoever took it.
CREATE FUNCTION add_user(p_email text, p_name text) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO users (email, name) VALUES (lower(p_email), p_name) ON CONFLICT (email) DO NOTHING RETURNING id
$$;

-- True where another tenant knows this person too, also formerly: then no single tenant may hand out their credentials.
CREATE FUNCTION belongs_elsewhere(p_user bigint, p_tenant bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = p_user AND m.tenant_id <> p_tenant)
$$;

-- Begins a session where the person worked last, else in their first tenant. Null: nobody of that version with a live membership.
CREATE FUNCTION open_session(p_user bigint, p_session_version integer, p_via text, p_user_agent text, p_seconds integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id bigint;
BEGIN
  DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < clock_timestamp() - interval '30 days' ORDER BY expires_at LIMIT 100);
  INSERT INTO sessions (user_id, tenant_id, session_version, via, user_agent, expires_at)
    SELECT u.id, m.tenant_id, u.session_version, p_via, left(p_user_agent, 300), clock_timestamp() + make_interval(secs => p_seconds)
    FROM users u JOIN memberships m ON m.user_id = u.id AND m.revoked_at IS NULL
    LEFT JOIN LATERAL (SELECT s.tenant_id FROM sessions s WHERE s.user_id = u.id ORDER BY s.id DESC LIMIT 1) last ON true
    WHERE u.id = p_user AND u.session_version = p_session_version AND u.disabled_at IS NULL
    ORDER BY (m.tenant_id = last.tenant_id) DESC NULLS LAST, m.tenant_id LIMIT 1
    RETURNING id INTO v_id;
  RETURN v_id;
END $$;

-- For every request with a session: the person's live memberships, the session's own tenant first; empty once the session
-- ended or ran out, or all of it was revoked.
CREATE FUNCTION find_session(p_session bigint, p_user bigint)
RETURNS TABLE (user_id bigint, name text, email text, tenant_id bigint, tenant_slug text, tenant_name text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.name, u.email, t.id, t.slug, t.name, m.role
  FROM sessions s JOIN users u ON u.id = s.user_id JOIN memberships m ON m.user_id = u.id JOIN tenants t ON t.id = m.tenant_id
  WHERE s.id = p_session AND s.user_id = p_user AND s.session_version = u.session_version AND s.ended_at IS NULL
    AND s.expires_at > clock_timestamp() AND u.disabled_at IS NULL AND m.revoked_at IS NULL
  ORDER BY (t.id = s.tenant_id) DESC, t.id
$$;
-- Without a session's row nobody is signed in any more.
DROP FUNCTION find_session_memberships(bigint, integer);

CREATE FUNCTION end_session(p_session bigint, p_user bigint) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE sessions SET ended_at = clock_timestamp() WHERE id = p_session AND user_id = p_user AND ended_at IS NULL
$$;

-- False: not a live session of this person, or no live membership there.
CREATE FUNCTION move_session(p_session bigint, p_user bigint, p_tenant bigint) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH moved AS (
    UPDATE sessions s SET tenant_id = p_tenant WHERE s.id = p_session AND s.user_id = p_user AND s.ended_at IS NULL
      AND EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = p_user AND m.tenant_id = p_tenant AND m.revoked_at IS NULL)
    RETURNING s.id)
  SELECT EXISTS (SELECT 1 FROM moved)
$$;

-- As in 0009; also notes the use, at most once a minute.
CREATE OR REPLACE FUNCTION find_personal_token(p_token_hash text)
RETURNS TABLE (user_id bigint, name text, email text, tenant_id bigint, tenant_slug text, tenant_name text, role text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id bigint;
BEGIN
  SELECT p.id INTO v_id FROM personal_tokens p
    WHERE p.token_hash = p_token_hash AND (p.last_used_at IS NULL OR p.last_used_at < clock_timestamp() - interval '1 minute');
  RETURN QUERY
    SELECT u.id, u.name, u.email, t.id, t.slug, t.name, m.role
    FROM personal_tokens p JOIN users u ON u.id = p.user_id
    JOIN memberships m ON m.user_id = u.id AND m.tenant_id = p.tenant_id JOIN tenants t ON t.id = p.tenant_id
    WHERE p.token_hash = p_token_hash AND p.revoked_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > clock_timestamp())
      AND m.revoked_at IS NULL AND u.disabled_at IS NULL;
  IF FOUND AND v_id IS NOT NULL THEN
    UPDATE personal_tokens SET last_used_at = clock_timestamp() WHERE id = v_id;
  END IF;
END $$;

-- As in 0009; the key before a rotation counts while its grace lasts, and the use is noted, at most once a minute.
CREATE OR REPLACE FUNCTION find_agent_key(p_key_hash text)
RETURNS TABLE (agent_id bigint, name text, tenant_id bigint, tenant_slug text, on_behalf_of_user_id bigint,
               proposals_per_minute_max integer, pending_max integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id bigint;
BEGIN
  RETURN QUERY
    SELECT a.id, a.name, a.tenant_id, t.slug, a.on_behalf_of_user_id, a.proposals_per_minute_max, a.pending_max
    FROM agents a JOIN tenants t ON t.id = a.tenant_id
    WHERE a.revoked_at IS NULL
      AND (a.key_hash = p_key_hash OR (a.previous_key_hash = p_key_hash AND a.previous_key_expires_at > clock_timestamp()));
  IF FOUND THEN
    SELECT a.id INTO v_id FROM agents a WHERE (a.key_hash = p_key_hash OR a.previous_key_hash = p_key_hash)
      AND (a.last_used_at IS NULL OR a.last_used_at < clock_timestamp() - interval '1 minute');
    IF v_id IS NOT NULL THEN
      UPDATE agents SET last_used_at = clock_timestamp() WHERE id = v_id;
    END IF;
  END IF;
END $$;

-- Whom a link of ours is for; nothing where it was used, ran out, or its person may not come in.
CREATE FUNCTION find_password_link(p_token_hash text) RETURNS TABLE (link_id bigint, tenant_id bigint, user_id bigint, name text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.id, l.tenant_id, u.id, u.name, u.email
  FROM password_links l JOIN users u ON u.id = l.user_id JOIN memberships m ON m.user_id = u.id AND m.tenant_id = l.tenant_id
  WHERE l.token_hash = p_token_hash AND l.used_at IS NULL AND l.expires_at > clock_timestamp()
    AND m.revoked_at IS NULL AND u.disabled_at IS NULL
$$;

-- Who could be meant by an identity provider: the person of that subject, and the person of that address. At most two rows.
CREATE FUNCTION find_oidc_people(p_issuer text, p_subject text, p_email text)
RETURNS TABLE (user_id bigint, email text, session_version integer, oidc_issuer text, oidc_subject text, tenant_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.email, u.session_version, u.oidc_issuer, u.oidc_subject,
         (SELECT min(m.tenant_id) FROM memberships m WHERE m.user_id = u.id AND m.revoked_at IS NULL)
  FROM users u
  WHERE u.disabled_at IS NULL AND ((u.oidc_issuer = p_issuer AND u.oidc_subject = p_subject) OR u.email = lower(p_email))
$$;

GRANT CREATE ON SCHEMA public TO countersign_lookup;
DO $$
DECLARE
  v_function regprocedure;
BEGIN
  FOREACH v_function IN ARRAY ARRAY['add_user(text,text)', 'belongs_elsewhere(bigint,bigint)', 'open_session(bigint,integer,text,text,integer)',
    'find_session(bigint,bigint)', 'end_session(bigint,bigint)', 'move_session(bigint,bigint,bigint)', 'find_password_link(text)',
    'find_oidc_people(text,text,text)']::regprocedure[]
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', v_function);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO countersign_app', v_function);
    EXECUTE format('ALTER FUNCTION %s OWNER TO countersign_lookup', v_function);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM countersign_lookup;
