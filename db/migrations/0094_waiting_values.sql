-- See docs/adr/0142.

-- The values that waiting proposals would set, one row for each. A row goes when its action waits no more.
CREATE TABLE waiting_values (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  action_id bigint NOT NULL,
  -- The record under NetSuite's own ids, with the field. Null: NetSuite could not be asked.
  place text CHECK (char_length(place) BETWEEN 1 AND 64),
  -- The same place by the names that the proposal says.
  named_place text NOT NULL CHECK (char_length(named_place) BETWEEN 1 AND 64),
  field text NOT NULL CHECK (char_length(field) BETWEEN 1 AND 64),
  value text NOT NULL CHECK (char_length(value) <= 4000),
  PRIMARY KEY (tenant_id, action_id, named_place),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id)
);
CREATE INDEX waiting_values_by_place ON waiting_values (tenant_id, place);
CREATE INDEX waiting_values_by_name ON waiting_values (tenant_id, named_place);
CREATE INDEX waiting_values_unread ON waiting_values (tenant_id, named_place) WHERE place IS NULL;

-- Further keys of a proposal: an equal one that still waited was answered under them, and always will be.
CREATE TABLE proposal_keys (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  agent_id bigint NOT NULL,
  idempotency_key text NOT NULL CHECK (char_length(idempotency_key) BETWEEN 1 AND 200),
  request_hash text NOT NULL CHECK (char_length(request_hash) = 64),
  action_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, agent_id, idempotency_key),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents (tenant_id, id)
);

SELECT wall_in('waiting_values'), wall_in('proposal_keys');
GRANT INSERT ON waiting_values TO countersign_app;
GRANT INSERT (tenant_id, agent_id, idempotency_key, request_hash, action_id) ON proposal_keys TO countersign_app;

CREATE TRIGGER waiting_values_kept BEFORE UPDATE OR TRUNCATE ON waiting_values
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposal_keys_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON proposal_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposed_actions_wait_no_more AFTER UPDATE OF status ON proposed_actions FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status <> 'pending')
  EXECUTE FUNCTION forget_waiting_values();
