-- Who there is: tenants, the people and agents that belong to them, and the credentials they present.
-- No secret is stored readable: keys and tokens as SHA-256, passwords as scrypt, TOTP secrets encrypted by the app.

CREATE TABLE tenants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Decides what "today" means for cumulative impact.
  time_zone text NOT NULL DEFAULT 'UTC',
  currency text NOT NULL DEFAULT 'USD' CHECK (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 320),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  password_hash text,
  totp_secret_encrypted text,
  -- The last 30-second step whose code was accepted: a code is good once.
  totp_last_step bigint NOT NULL DEFAULT 0,
  -- Raised to end every session of this person at once.
  session_version integer NOT NULL DEFAULT 1,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (email)
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
  -- The person this agent speaks for by default; that person is never the only approver of L4 and L5.
  on_behalf_of_user_id bigint REFERENCES users (id),
  proposals_per_minute_max integer NOT NULL DEFAULT 120 CHECK (proposals_per_minute_max BETWEEN 1 AND 100000),
  pending_max integer NOT NULL DEFAULT 1000 CHECK (pending_max BETWEEN 1 AND 1000000),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  UNIQUE (tenant_id, name),
  UNIQUE (tenant_id, id)
);

CREATE TABLE personal_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  user_id bigint NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  token_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id)
);

-- Failed and accepted sign-ins and step-ups, counted to slow guessing down.
CREATE TABLE auth_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL,
  succeeded boolean NOT NULL,
  attempted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX auth_attempts_recent ON auth_attempts (subject, attempted_at);
