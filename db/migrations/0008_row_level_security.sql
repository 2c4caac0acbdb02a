-- Tenants never see each other's rows, whatever the app forgets. FORCEd, so that it binds the tables' owner too.
-- Below: the walls of every table, then the rights of the app's role, then those of the look-ups' role.

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY[
    'tenants', 'users', 'memberships', 'agents', 'personal_tokens', 'sessions', 'password_links', 'auth_attempts',
    'proposed_actions', 'risk_tier_rules', 'decisions', 'edit_tokens', 'kill_switches', 'policies',
    'standing_authorisations', 'ns_pending_pushes', 'push_lanes', 'ns_push_dlq_log', 'proposed_actions_applied_mirror',
    'action_receipts', 'outbox', 'events', 'ledger_subjects', 'retention_periods', 'retention_runs', 'email_drafts',
    'cache_versions', 'customer_watch', 'action_types']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY owner_sets_up ON %I TO countersign_owner USING (true) WITH CHECK (true)', v_table);
  END LOOP;

  -- The tables whose rows all belong to one tenant.
  FOREACH v_table IN ARRAY ARRAY[
    'memberships', 'agents', 'personal_tokens', 'sessions', 'password_links', 'proposed_actions', 'risk_tier_rules',
    'decisions', 'edit_tokens', 'policies', 'standing_authorisations', 'ns_pending_pushes', 'push_lanes',
    'ns_push_dlq_log', 'proposed_actions_applied_mirror', 'action_receipts', 'outbox', 'ledger_subjects',
    'retention_periods', 'retention_runs', 'email_drafts', 'cache_versions', 'customer_watch']
  LOOP
    EXECUTE format(
      'CREATE POLICY own_tenant ON %I TO countersign_app '
      'USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id())', v_table);
    EXECUTE format('GRANT SELECT ON %I TO countersign_app', v_table);
  END LOOP;
END $$;

-- ── Walls that differ ──────────────────────────────────────────────────────────────────────────────────────────────

-- Action types are the product's, not a tenant's: everybody reads them, the owner sets them.
CREATE POLICY everybody_reads ON action_types FOR SELECT TO countersign_app USING (true);
CREATE POLICY own_tenant ON tenants FOR SELECT TO countersign_app USING (id = current_tenant_id());
CREATE POLICY members_of_own_tenant ON users TO countersign_app USING (
  EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id AND m.tenant_id = current_tenant_id())
);

-- A membership ties a tenant to a person and decides which people a tenant sees. The app adds nobody but people whom no
-- other tenant knows, also formerly; somebody who works for two companies is joined to the second by the owner.
CREATE POLICY new_people_only ON memberships AS RESTRICTIVE FOR INSERT TO countersign_app
  WITH CHECK (NOT belongs_elsewhere(user_id, tenant_id));

-- Global switches are read and locked by everybody and changed by nobody through the app: locking FOR SHARE needs the
-- UPDATE policy's USING, changing one fails its WITH CHECK.
CREATE POLICY own_and_global_read ON kill_switches FOR SELECT TO countersign_app
  USING (tenant_id IS NULL OR tenant_id = current_tenant_id());
CREATE POLICY own_change ON kill_switches FOR UPDATE TO countersign_app
  USING (tenant_id IS NULL OR tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());

CREATE POLICY own_tenant_reads ON events FOR SELECT TO countersign_app
  USING (tenant_id = current_tenant_id() OR tenant_id IS NULL);
CREATE POLICY own_tenant_appends ON events FOR INSERT TO countersign_app WITH CHECK (tenant_id = current_tenant_id());

-- ── The app's role: deletes nothing, and changes only the columns that a verb changes ──────────────────────────────

GRANT SELECT ON tenants, action_types, kill_switches, events, reflexion_log TO countersign_app;
-- Thresholds are set up by the owner, never by the running app; the ledger, decisions, the mirror and policies are
-- append-only for the app by privilege as well as by trigger.
GRANT INSERT, UPDATE ON proposed_actions, edit_tokens, standing_authorisations, ns_pending_pushes, push_lanes,
  ns_push_dlq_log, action_receipts, outbox TO countersign_app;
GRANT INSERT ON decisions, policies, proposed_actions_applied_mirror, events, ledger_subjects, retention_runs,
  email_drafts, cache_versions, customer_watch TO countersign_app;
GRANT UPDATE (engaged, reason, changed_by_label, changed_at, chain_head, chain_seq) ON kill_switches TO countersign_app;
GRANT UPDATE (chain_head, chain_seq) ON ledger_subjects TO countersign_app;
GRANT UPDATE (days, reason, changed_by_label, changed_at) ON retention_periods TO countersign_app;
GRANT UPDATE (ended_at, counts_json, complete) ON retention_runs TO countersign_app;
GRANT UPDATE (status, changed_by_label, changed_at) ON email_drafts TO countersign_app;

-- Everything but password_hash: only the sign-in look-up reads that.
GRANT SELECT (id, email, name, totp_secret_encrypted, totp_last_step, session_version, disabled_at, created_at,
              password_set, oidc_issuer, oidc_subject),
      UPDATE (name, password_hash, totp_secret_encrypted, totp_last_step, session_version, oidc_issuer, oidc_subject)
  ON users TO countersign_app;
GRANT INSERT (tenant_id, user_id, role), UPDATE (role, revoked_at) ON memberships TO countersign_app;
GRANT INSERT (tenant_id, name, key_hash, key_prefix, on_behalf_of_user_id, proposals_per_minute_max, pending_max),
      UPDATE (key_hash, key_prefix, previous_key_hash, previous_key_expires_at, on_behalf_of_user_id,
              proposals_per_minute_max, pending_max, revoked_at)
  ON agents TO countersign_app;
GRANT INSERT (tenant_id, user_id, name, token_hash, token_prefix, expires_at), UPDATE (revoked_at)
  ON personal_tokens TO countersign_app;
GRANT UPDATE (ended_at, session_version) ON sessions TO countersign_app;
GRANT INSERT (tenant_id, user_id, token_hash, expires_at), UPDATE (used_at) ON password_links TO countersign_app;

-- ── The look-ups' role ─────────────────────────────────────────────────────────────────────────────────────────────
-- Who somebody is must be known before their tenant is. The functions in db/functions/identity alone cross tenants;
-- they run as countersign_lookup, which reads the credential tables and nothing else, and take exact hashes or
-- addresses.

CREATE POLICY lookup_reads ON users FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_adds ON users FOR INSERT TO countersign_lookup WITH CHECK (true);
CREATE POLICY lookup_reads ON memberships FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_reads ON tenants FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_reads ON agents FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_touches ON agents FOR UPDATE TO countersign_lookup USING (true) WITH CHECK (true);
CREATE POLICY lookup_reads ON personal_tokens FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_touches ON personal_tokens FOR UPDATE TO countersign_lookup USING (true) WITH CHECK (true);
CREATE POLICY lookup_reads ON password_links FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_keeps ON sessions TO countersign_lookup USING (true) WITH CHECK (true);
CREATE POLICY lookup_counts ON auth_attempts TO countersign_lookup USING (true) WITH CHECK (true);

GRANT SELECT ON users, memberships, tenants, agents, personal_tokens, password_links, sessions, auth_attempts
  TO countersign_lookup;
GRANT INSERT (email, name) ON users TO countersign_lookup;
GRANT UPDATE (last_used_at) ON personal_tokens, agents TO countersign_lookup;
GRANT INSERT, DELETE, UPDATE (ended_at, tenant_id) ON sessions TO countersign_lookup;
GRANT INSERT, DELETE ON auth_attempts TO countersign_lookup;
