-- Holds the app's own role to what has ended (docs/adr/0084). These do not come back: a replaced key of an agent, or
-- one that belongs to another agent; an earlier password or authenticator app; a NetSuite account out of use. And a
-- write that is on its way is not ended without the app's seal.

-- Every key that an agent ever had, for good. `hash`: without the id of the secret key under which it was made, which
-- is how a key can stand in two spellings.
CREATE TABLE agent_key_hashes (
  hash text PRIMARY KEY,
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents (tenant_id, id)
);
ALTER TABLE agent_key_hashes ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_key_hashes FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON agent_key_hashes TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON agent_key_hashes TO countersign_app USING (tenant_id = current_tenant_id());
-- keep_agent_keys alone writes it.
GRANT SELECT ON agent_key_hashes TO countersign_app;
INSERT INTO agent_key_hashes (hash, tenant_id, agent_id)
  SELECT regexp_replace(k.hash, '^.*\.', ''), a.tenant_id, a.id FROM agents a
  CROSS JOIN LATERAL unnest(ARRAY[a.key_hash, a.previous_key_hash]) AS k (hash)
  WHERE k.hash IS NOT NULL ORDER BY a.id
  ON CONFLICT DO NOTHING;

CREATE TRIGGER agents_keep_keys AFTER INSERT OR UPDATE OF key_hash, previous_key_hash, previous_key_expires_at
  ON agents FOR EACH ROW EXECUTE FUNCTION keep_agent_keys();

-- The people that an agent spoke for before, and when that last changed. guard_agent keeps both.
ALTER TABLE agents
  ADD COLUMN former_principals bigint[] NOT NULL DEFAULT '{}',
  ADD COLUMN principal_changed_at timestamptz;

CREATE TRIGGER agents_stay_revoked BEFORE UPDATE OF revoked_at ON agents
  FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at
    AND current_user = 'countersign_app')
  EXECUTE FUNCTION refuse_revival();

-- `password:`, `app:` and `provider:` with the SHA-256 of each sealed password, sealed authenticator secret and
-- provider's account that was replaced or forgotten. keep_former_credentials writes it.
ALTER TABLE users ADD COLUMN former_credentials text[] NOT NULL DEFAULT '{}';
GRANT SELECT (former_credentials) ON users TO countersign_app;
CREATE TRIGGER users_keep_former_credentials BEFORE UPDATE ON users
  FOR EACH ROW EXECUTE FUNCTION keep_former_credentials();

-- The app's seal on the end of a push that wrote nothing (stale, cancelled).
ALTER TABLE ns_pending_pushes ADD COLUMN end_seal text;

-- SHA-256 of all that `sealed` ever held. keep_account_credentials writes it.
ALTER TABLE netsuite_accounts ADD COLUMN sealed_hashes text[] NOT NULL DEFAULT '{}';
UPDATE netsuite_accounts SET sealed_hashes = ARRAY[encode(sha256(convert_to(sealed, 'UTF8')), 'hex')]
  WHERE sealed IS NOT NULL;
CREATE TRIGGER netsuite_accounts_stay_ended BEFORE UPDATE OF ended_at ON netsuite_accounts
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL AND NEW.ended_at IS DISTINCT FROM OLD.ended_at
    AND current_user = 'countersign_app')
  EXECUTE FUNCTION refuse_revival();
CREATE TRIGGER netsuite_accounts_keep_credentials BEFORE INSERT OR UPDATE ON netsuite_accounts
  FOR EACH ROW EXECUTE FUNCTION keep_account_credentials();
