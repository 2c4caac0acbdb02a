-- Tenants never see each other's rows, whatever the app forgets. FORCEd, so that it binds the tables' owner too.
-- An unset tenant reads '' (also after SET LOCAL ends), so nullif: no tenant means no rows, not an error.

CREATE FUNCTION current_tenant_id() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('app.tenant_id', true), '')::bigint
$$;

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['memberships', 'agents', 'personal_tokens', 'proposed_actions', 'risk_tier_rules', 'decisions',
    'edit_tokens', 'policies', 'standing_authorisations', 'ns_pending_pushes', 'push_lanes', 'ns_push_dlq_log',
    'proposed_actions_applied_mirror', 'action_receipts', 'outbox']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO countersign_app USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id())', v_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO countersign_app', v_table);
    EXECUTE format('CREATE POLICY owner_sets_up ON %I TO countersign_owner USING (true) WITH CHECK (true)', v_table);
  END LOOP;
END $$;

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON tenants FOR SELECT TO countersign_app USING (id = current_tenant_id());
CREATE POLICY owner_sets_up ON tenants TO countersign_owner USING (true) WITH CHECK (true);
GRANT SELECT ON tenants TO countersign_app;

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY members_of_own_tenant ON users TO countersign_app
  USING (EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id AND m.tenant_id = current_tenant_id()));
CREATE POLICY owner_sets_up ON users TO countersign_owner USING (true) WITH CHECK (true);
-- Everything but password_hash: only the sign-in look-up of 0009 reads that.
GRANT SELECT (id, email, name, totp_secret_encrypted, totp_last_step, session_version, disabled_at, created_at) ON users TO countersign_app;
GRANT UPDATE (totp_last_step, session_version) ON users TO countersign_app;

-- Global switches are read and locked by everybody and changed by nobody through the app: locking FOR SHARE needs the
-- UPDATE policy's USING, changing one fails its WITH CHECK.
ALTER TABLE kill_switches ENABLE ROW LEVEL SECURITY;
ALTER TABLE kill_switches FORCE ROW LEVEL SECURITY;
CREATE POLICY own_and_global_read ON kill_switches FOR SELECT TO countersign_app USING (tenant_id IS NULL OR tenant_id = current_tenant_id());
CREATE POLICY own_change ON kill_switches FOR UPDATE TO countersign_app
  USING (tenant_id IS NULL OR tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
CREATE POLICY owner_sets_up ON kill_switches TO countersign_owner USING (true) WITH CHECK (true);
GRANT SELECT ON kill_switches TO countersign_app;
GRANT UPDATE (engaged, reason, changed_by_label, changed_at, chain_head, chain_seq) ON kill_switches TO countersign_app;

ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant_reads ON events FOR SELECT TO countersign_app USING (tenant_id = current_tenant_id() OR tenant_id IS NULL);
CREATE POLICY own_tenant_appends ON events FOR INSERT TO countersign_app WITH CHECK (tenant_id = current_tenant_id());
CREATE POLICY owner_sets_up ON events TO countersign_owner USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON events TO countersign_app;

-- Who belongs where, what credentials there are and which thresholds hold is set up by the owner, never by the running app.
REVOKE INSERT, UPDATE ON memberships, agents, personal_tokens, risk_tier_rules FROM countersign_app;

-- The ledger, decisions, the mirror and policies are append-only for the app by privilege as well as by trigger.
REVOKE UPDATE ON decisions, policies, proposed_actions_applied_mirror FROM countersign_app;

ALTER TABLE auth_attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON auth_attempts TO countersign_owner USING (true) WITH CHECK (true);

GRANT SELECT ON reflexion_log TO countersign_app;
