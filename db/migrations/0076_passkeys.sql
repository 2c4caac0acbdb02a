-- Passkeys: a second factor beside the authenticator app. See docs/adr/0125.
CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  user_id bigint NOT NULL,
  -- As the authenticator named it, base64url.
  credential_id text NOT NULL CHECK (char_length(credential_id) BETWEEN 1 AND 1400),
  -- The public key, and the authenticator app beside which it was added: sealed, so that nobody adds one past the app.
  sealed text NOT NULL CHECK (char_length(sealed) BETWEEN 1 AND 8000),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 100),
  -- The authenticator's own count of its signatures. 0: it keeps none.
  signatures bigint NOT NULL DEFAULT 0 CHECK (signatures BETWEEN 0 AND 4294967295),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  used_at timestamptz,
  removed_at timestamptz,
  UNIQUE (tenant_id, id),
  -- Also of those that were removed: none comes back.
  UNIQUE (tenant_id, credential_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id)
);
CREATE INDEX passkeys_of_person ON passkeys (tenant_id, user_id) WHERE removed_at IS NULL;
SELECT wall_in('passkeys');
GRANT INSERT (tenant_id, user_id, credential_id, sealed, label), UPDATE (sealed, signatures, used_at, removed_at)
  ON passkeys TO countersign_app;

-- Challenges that a passkey signs: once, within five minutes, for the one thing that the hash holds too.
CREATE TABLE passkey_challenges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  user_id bigint NOT NULL,
  session_id bigint NOT NULL REFERENCES sessions (id),
  challenge_hash text NOT NULL UNIQUE CHECK (char_length(challenge_hash) BETWEEN 64 AND 120),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id)
);
CREATE INDEX passkey_challenges_of_person ON passkey_challenges (tenant_id, user_id, created_at);
SELECT wall_in('passkey_challenges');
GRANT INSERT (tenant_id, user_id, session_id, challenge_hash, expires_at), UPDATE (used_at)
  ON passkey_challenges TO countersign_app;

CREATE TRIGGER passkeys_stay_removed BEFORE UPDATE OF removed_at ON passkeys
  FOR EACH ROW WHEN (OLD.removed_at IS NOT NULL AND NEW.removed_at IS DISTINCT FROM OLD.removed_at)
  EXECUTE FUNCTION refuse_revival();
CREATE TRIGGER passkey_challenges_stay_used BEFORE UPDATE OF used_at ON passkey_challenges
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at)
  EXECUTE FUNCTION refuse_revival();
