-- Who there is: tenants, the people and agents that belong to them, and the credentials they present.
-- No secret is stored readable: keys and tokens as SHA-256, passwords as scrypt, TOTP secrets encrypted by the app.

CREATE TABLE tenants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Decides when "today" begins for cumulative impact.
  time_zone text NOT NULL DEFAULT 'UTC',
  currency text NOT NULL DEFAULT 'USD' CHECK (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 320),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  password_hash text,
  -- The app may know that there is a password, never read it.
  password_set boolean NOT NULL GENERATED ALWAYS AS (password_hash IS NOT NULL) STORED,
  totp_secret_encrypted text,
  -- The last 30-second step whose code was accepted: a code is good once.
  totp_last_step bigint NOT NULL DEFAULT 0,
  -- Raised to end every session of this person at once.
  session_version integer NOT NULL DEFAULT 1,
  -- Who this is at the identity provider, once they came in that way; from then on nobody else is.
  oidc_issuer text CHECK (length(oidc_issuer) <= 500),
  oidc_subject text CHECK (length(oidc_subject) BETWEEN 1 AND 500),
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (email),
  CONSTRAINT users_oidc_whole CHECK ((oidc_issuer IS NULL) = (oidc_subject IS NULL)),
  CONSTRAINT users_oidc_once UNIQUE (oidc_issuer, oidc_subject)
);

CREATE TABLE memberships (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  user_id bigint NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('viewer', 'approver', 'admin')),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, user_id)
);
CREATE INDEX memberships_by_user ON memberships (user_id);

CREATE TABLE agents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  name text NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  key_hash text NOT NULL UNIQUE,
  -- The first characters of the key, so that people can tell keys apart.
  key_prefix text NOT NULL,
  -- The key before a rotation, while its grace lasts.
  previous_key_hash text UNIQUE,
  previous_key_expires_at timestamptz,
  -- The person this agent speaks for by default; that person is never the only approver of L4 and L5.
  on_behalf_of_user_id bigint REFERENCES users (id),
  proposals_per_minute_max integer NOT NULL DEFAULT 120 CHECK (proposals_per_minute_max BETWEEN 1 AND 100000),
  pending_max integer NOT NULL DEFAULT 1000 CHECK (pending_max BETWEEN 1 AND 1000000),
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  UNIQUE (tenant_id, name),
  UNIQUE (tenant_id, id),
  CONSTRAINT agents_previous_key_ends CHECK ((previous_key_hash IS NULL) = (previous_key_expires_at IS NULL))
);

CREATE TABLE personal_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  user_id bigint NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  token_hash text NOT NULL UNIQUE,
  token_prefix text,
  -- To the minute: a row is not rewritten at every request.
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id)
);

-- A session is a row, so that ending the row ends the session.
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

-- Sets a password once, without the old one: for somebody who was just added, or who forgot theirs.
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

-- Failed and accepted sign-ins and step-ups, counted to slow guessing down.
CREATE TABLE auth_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL,
  succeeded boolean NOT NULL,
  attempted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX auth_attempts_recent ON auth_attempts (subject, attempted_at);
