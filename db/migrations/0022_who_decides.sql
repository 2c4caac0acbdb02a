-- Who may decide, and by whose hand they came to it; decisions by the claim alone.

ALTER TABLE memberships DROP CONSTRAINT memberships_role_check;
ALTER TABLE memberships ADD CONSTRAINT memberships_role_check
  CHECK (role IN ('viewer', 'approver', 'steward', 'admin'));
ALTER TABLE memberships
  -- The app's proof that it gave this role: without it the person views. Null: nobody gave one.
  ADD COLUMN role_seal text,
  -- Since when this person has held the right to decide or to administer without a break. Null: since the set-up.
  ADD COLUMN in_office_since timestamptz,
  -- When that right ended. An approver who left counts for seven more days among those who could have decided.
  ADD COLUMN left_office_at timestamptz,
  -- One of two administrators took it away, and no other has confirmed: until then the approver goes on counting.
  ADD COLUMN leave_unconfirmed boolean NOT NULL DEFAULT false,
  -- The people by whose hand alone this person came into office: they are one party where two people must agree.
  ADD COLUMN made_by bigint[] NOT NULL DEFAULT '{}',
  -- An administrator gave new credentials: nothing at L4 and L5 for a day, or until another administrator confirms.
  ADD COLUMN recovered_at timestamptz,
  ADD COLUMN recovered_by_user_id bigint REFERENCES users (id),
  -- A role that waits for a second administrator.
  ADD COLUMN pending_role text CHECK (pending_role IN ('approver', 'steward', 'admin')),
  ADD COLUMN pending_role_by_user_id bigint REFERENCES users (id),
  ADD COLUMN pending_role_at timestamptz,
  ADD CONSTRAINT pending_role_whole CHECK (
    (pending_role IS NULL) = (pending_role_by_user_id IS NULL) AND (pending_role IS NULL) = (pending_role_at IS NULL)),
  ADD CONSTRAINT recovery_whole CHECK ((recovered_at IS NULL) = (recovered_by_user_id IS NULL));

-- The app's proof that it linked this account at the identity provider to this person.
ALTER TABLE users ADD COLUMN oidc_seal text;
GRANT SELECT (oidc_seal), UPDATE (oidc_seal) ON users TO countersign_app;

-- Everybody who made or rotated the key: they count as the authors of the agent's proposals.
ALTER TABLE agents ADD COLUMN key_makers bigint[] NOT NULL DEFAULT '{}';

-- Who handed the link out, and whether it replaces a password that the person had.
ALTER TABLE password_links
  ADD COLUMN issued_by_user_id bigint REFERENCES users (id),
  ADD COLUMN recovers boolean NOT NULL DEFAULT false;
GRANT INSERT (issued_by_user_id, recovers) ON password_links TO countersign_app;

-- When the session's person proved their second factor in it; administrators get no further without.
ALTER TABLE sessions ADD COLUMN second_factor_at timestamptz;
GRANT UPDATE (second_factor_at) ON sessions TO countersign_lookup;

-- A fresh second factor for one step of an administrator, once.
CREATE TABLE step_up_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  user_id bigint NOT NULL,
  session_id bigint NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose ~ '^[a-z][a-z_]{0,62}$'),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 400),
  token_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id)
);
CREATE INDEX step_up_tokens_over ON step_up_tokens (tenant_id, (coalesce(used_at, expires_at)));
CREATE INDEX step_up_tokens_by_session ON step_up_tokens (session_id);
ALTER TABLE step_up_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE step_up_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON step_up_tokens TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON step_up_tokens TO countersign_app
  USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
-- Sessions that are long over are removed by the look-ups' role, and their step-ups with them.
GRANT SELECT, INSERT, UPDATE (used_at) ON step_up_tokens TO countersign_app;

-- The app decides through decide_action alone, and settles, ends and amends by the columns below.
REVOKE INSERT ON decisions, policies, ns_pending_pushes FROM countersign_app;
REVOKE INSERT, UPDATE ON standing_authorisations FROM countersign_app;
GRANT UPDATE (revoked_at) ON standing_authorisations TO countersign_app;
REVOKE UPDATE ON proposed_actions FROM countersign_app;
GRANT UPDATE (status, ended_at, ended_by_label, end_reason, applied_at, ns_internal_id, superseded_by_id, chain_head,
              chain_seq, required_approvals, requires_step_up, policy_rule)
  ON proposed_actions TO countersign_app;

-- People's standing moves through the functions of db/functions/people.
REVOKE INSERT (tenant_id, user_id, role), UPDATE (role, revoked_at) ON memberships FROM countersign_app;
-- Locking a row needs the right to change one of its columns: this one carries no right.
GRANT UPDATE (pending_role_at) ON memberships TO countersign_app;
GRANT INSERT (key_makers), UPDATE (key_makers) ON agents TO countersign_app;
CREATE TRIGGER standing_authorisations_guard BEFORE UPDATE ON standing_authorisations
  FOR EACH ROW EXECUTE FUNCTION guard_standing_authorisation();
CREATE TRIGGER agents_guard BEFORE UPDATE ON agents FOR EACH ROW EXECUTE FUNCTION guard_agent();

-- The policy sees the record too, and the claim asks whether the tenant is still entitled to such writes.
ALTER TYPE decision_context ADD ATTRIBUTE entity_type text, ADD ATTRIBUTE entity_ref text;
ALTER TABLE tenants
  -- The action types that the tenant may have written. Null: all there are.
  ADD COLUMN entitled_action_types text[],
  ADD COLUMN suspended_at timestamptz;

DROP FUNCTION IF EXISTS find_oidc_people(text, text, text);
DROP FUNCTION IF EXISTS find_session(bigint, bigint);
DROP FUNCTION IF EXISTS find_personal_token(text);
