-- Proof of the ledger: events that no checkpoint covers yet, the signed checkpoints, and the verifications.

-- Every event waits here until a checkpoint covers it. Ids are given before the commit, so that no mark such as "up to
-- id 812" is safe: an event with a lower id may become visible later. A row here becomes visible with its event.
CREATE TABLE unsealed_events (
  event_id bigint PRIMARY KEY,
  tenant_id bigint REFERENCES tenants (id),
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX unsealed_events_by_tenant ON unsealed_events (tenant_id, event_id);
INSERT INTO unsealed_events (event_id, tenant_id) SELECT id, tenant_id FROM events;

-- The Merkle root over the events since the checkpoint before, chained to it and signed with a key that is not in the
-- database. body_text holds the bytes that were hashed and signed; the other columns repeat parts of it.
CREATE TABLE audit_checkpoints (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: the chain of the global switches.
  tenant_id bigint REFERENCES tenants (id),
  seq integer NOT NULL CHECK (seq > 0),
  body_text text NOT NULL,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  signature text NOT NULL,
  key_id text NOT NULL,
  event_ids int8multirange NOT NULL,
  event_count integer NOT NULL CHECK (event_count > 0),
  sealed_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (tenant_id, seq)
);

-- Results of verifying. A row without an end is under way, or broke off where updated_at is old.
CREATE TABLE audit_verifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  mode text NOT NULL CHECK (mode IN ('full', 'since_checkpoint')),
  started_by_label text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  intact boolean,
  -- {subjects, events, checkpoints, expected}
  checked_json jsonb NOT NULL DEFAULT '{}',
  -- The first 100.
  faults_json jsonb NOT NULL DEFAULT '[]',
  fault_count integer NOT NULL DEFAULT 0,
  -- The newest checkpoint that it covered, and the newest ids that it saw: the next one begins after them.
  head_seq integer,
  marks_json jsonb NOT NULL DEFAULT '{}',
  CONSTRAINT ended_says_whether_intact CHECK ((ended_at IS NULL) = (intact IS NULL))
);
CREATE INDEX audit_verifications_newest ON audit_verifications (tenant_id, id DESC);

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['unsealed_events', 'audit_checkpoints', 'audit_verifications'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY owner_sets_up ON %I TO countersign_owner USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('GRANT SELECT ON %I TO countersign_app', v_table);
  END LOOP;
END $$;
CREATE POLICY own_and_global_read ON unsealed_events FOR SELECT TO countersign_app
  USING (tenant_id = current_tenant_id() OR tenant_id IS NULL);
CREATE POLICY own_and_global_read ON audit_checkpoints FOR SELECT TO countersign_app
  USING (tenant_id = current_tenant_id() OR tenant_id IS NULL);
CREATE POLICY own_tenant ON audit_verifications TO countersign_app
  USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
GRANT INSERT (tenant_id, mode, started_by_label) ON audit_verifications TO countersign_app;
GRANT UPDATE (updated_at, ended_at, intact, checked_json, faults_json, fault_count, head_seq, marks_json)
  ON audit_verifications TO countersign_app;

CREATE TRIGGER events_queue AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION queue_for_sealing();
CREATE TRIGGER audit_checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tenants_found_ledger AFTER INSERT ON tenants FOR EACH ROW EXECUTE FUNCTION found_ledger();

-- Finds the rows that changed lately. A BRIN index alone leaves updates in place on their page (HOT), and rows that
-- nobody touches stay in blocks whose newest time is old.
CREATE INDEX proposed_actions_changed ON proposed_actions USING brin (updated_at) WITH (pages_per_range = 16);
CREATE INDEX ns_pending_pushes_changed ON ns_pending_pushes USING brin (updated_at) WITH (pages_per_range = 16);
CREATE INDEX ns_push_dlq_log_by_action ON ns_push_dlq_log (action_id);
-- The ledger's page filters by subject, type and actor.
CREATE INDEX events_by_type ON events (tenant_id, event_type, id DESC);
CREATE INDEX events_by_actor ON events (tenant_id, actor_label, id DESC);
