-- Credentials say whom and what they are for (docs/adr/0078), and what has ended stays ended.

-- Return types and parameters change, which CREATE OR REPLACE cannot do.
DROP FUNCTION IF EXISTS prove_session(bigint, bigint);
DROP FUNCTION IF EXISTS find_session(bigint, bigint);

ALTER TABLE sessions ADD COLUMN second_factor_seal text;
GRANT UPDATE (second_factor_seal) ON sessions TO countersign_lookup;

-- A session goes on with the next version by end_other_sessions alone.
REVOKE UPDATE (session_version) ON sessions FROM countersign_app;
REVOKE UPDATE (session_version) ON users FROM countersign_app;
GRANT UPDATE (session_version) ON sessions TO countersign_lookup;
GRANT UPDATE (session_version) ON users TO countersign_lookup;
CREATE POLICY lookup_ends_sessions ON users FOR UPDATE TO countersign_lookup USING (true);

-- Whoever may write these columns may write them once.
CREATE TRIGGER sessions_stay_ended BEFORE UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL AND NEW.ended_at IS DISTINCT FROM OLD.ended_at)
  EXECUTE FUNCTION refuse_revival();
CREATE TRIGGER personal_tokens_stay_revoked BEFORE UPDATE OF revoked_at ON personal_tokens
  FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)
  EXECUTE FUNCTION refuse_revival();
CREATE TRIGGER password_links_stay_used BEFORE UPDATE OF used_at ON password_links
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at)
  EXECUTE FUNCTION refuse_revival();
CREATE TRIGGER edit_tokens_stay_used BEFORE UPDATE OF used_at ON edit_tokens
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at)
  EXECUTE FUNCTION refuse_revival();
CREATE TRIGGER step_up_tokens_stay_used BEFORE UPDATE OF used_at ON step_up_tokens
  FOR EACH ROW WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at)
  EXECUTE FUNCTION refuse_revival();
