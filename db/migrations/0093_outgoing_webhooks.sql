-- Outgoing webhooks: a company's endpoints, and what each of them is told. See docs/adr/0139.

-- One number for each event, shared by the endpoints that hear of it. Whoever changes a subject holds its row until the
-- commit, so the numbers of one subject's events follow their order.
CREATE SEQUENCE webhook_seq AS bigint MAXVALUE 9007199254740991;
GRANT USAGE ON SEQUENCE webhook_seq TO countersign_app;

CREATE TABLE webhook_endpoints (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  url text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2048),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 200),
  events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 50),
  state text NOT NULL DEFAULT 'enabled' CHECK (state IN ('enabled', 'disabled', 'deleted')),
  -- Of a disabled one. gone: it answered 410. failing: nothing arrived for 120 hours.
  disabled_because text CHECK (disabled_because IN ('person', 'gone', 'failing')),
  disabled_at timestamptz,
  -- Its address and its keys, encrypted. Null: it is being created, or was deleted.
  sealed text,
  rotated_at timestamptz,
  -- The first failure since the last success. Null: the last attempt succeeded, or there was none.
  failing_since timestamptz,
  delivered_at timestamptz,
  created_at timestamptz NOT NULL,
  created_by_label text NOT NULL,
  UNIQUE (tenant_id, id),
  CONSTRAINT disabled_says_why CHECK (
    (state = 'disabled') = (disabled_because IS NOT NULL) AND (state = 'disabled') = (disabled_at IS NOT NULL)),
  CONSTRAINT deleted_keeps_no_key CHECK (state <> 'deleted' OR sealed IS NULL)
);
CREATE INDEX webhook_endpoints_enabled ON webhook_endpoints (tenant_id) WHERE state = 'enabled';

CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  endpoint_id bigint NOT NULL,
  -- The same for every endpoint that hears of the event, and over all attempts.
  webhook_id text NOT NULL CHECK (webhook_id ~ '^evt_[A-Za-z0-9_-]{22}$'),
  event_type text NOT NULL CHECK (char_length(event_type) BETWEEN 1 AND 40),
  seq bigint NOT NULL,
  -- The row that the event names: a proposed action, a push, a run, or the endpoint itself.
  subject_id bigint NOT NULL,
  subject_status text NOT NULL CHECK (char_length(subject_status) <= 40),
  -- The proposed action of a push.
  action_id bigint,
  occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sending', 'delivered', 'failed')),
  -- Since it was due for the first time, or a person had it sent again.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Null: nothing is to be sent, or it is under way.
  next_at timestamptz,
  -- Counts the leases: an outcome is written under the number of its own alone.
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  -- The newest attempts, oldest first: when, how it ended, the answer's status, how long it took.
  log jsonb NOT NULL DEFAULT '[]',
  settled_at timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, endpoint_id, webhook_id),
  FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints (tenant_id, id),
  CONSTRAINT sending_has_a_lease CHECK ((state = 'sending') = (lease_until IS NOT NULL)),
  CONSTRAINT due_has_its_time CHECK ((state = 'due') = (next_at IS NOT NULL)),
  CONSTRAINT few_attempts_are_kept CHECK (jsonb_typeof(log) = 'array' AND jsonb_array_length(log) <= 30)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, endpoint_id, next_at, id) WHERE state = 'due';
CREATE INDEX webhook_deliveries_sending ON webhook_deliveries (tenant_id, endpoint_id) WHERE state = 'sending';
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (tenant_id, endpoint_id, id);
CREATE INDEX webhook_deliveries_settled ON webhook_deliveries (tenant_id, endpoint_id, settled_at);
CREATE INDEX webhook_deliveries_kept ON webhook_deliveries (tenant_id, occurred_at);

SELECT wall_in('webhook_endpoints'), wall_in('webhook_deliveries');
GRANT INSERT (tenant_id, url, description, events, created_at, created_by_label),
      UPDATE (url, description, events, state, disabled_because, disabled_at, sealed, rotated_at, failing_since,
              delivered_at)
  ON webhook_endpoints TO countersign_app;
GRANT INSERT (tenant_id, endpoint_id, webhook_id, event_type, seq, subject_id, subject_status, action_id, next_at),
      UPDATE (state, attempts, next_at, fence, lease_until, log, settled_at)
  ON webhook_deliveries TO countersign_app;

CREATE TRIGGER webhook_deliveries_guard BEFORE UPDATE ON webhook_deliveries
  FOR EACH ROW EXECUTE FUNCTION guard_webhook_delivery();
CREATE TRIGGER webhook_endpoints_kept BEFORE DELETE OR TRUNCATE ON webhook_endpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_deliveries_kept BEFORE DELETE OR TRUNCATE ON webhook_deliveries FOR EACH STATEMENT
  WHEN (current_user <> 'countersign_owner' OR coalesce(current_setting('countersign.blanking', true), '') <> 'on')
  EXECUTE FUNCTION refuse_change();

-- Each names its events where it is bound: a row that changes otherwise costs nothing.
CREATE TRIGGER proposed_actions_new_webhook AFTER INSERT ON proposed_actions
  FOR EACH ROW EXECUTE FUNCTION announce_webhook();
CREATE TRIGGER proposed_actions_webhook AFTER UPDATE OF status ON proposed_actions FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status AND NEW.status <> 'pending')
  EXECUTE FUNCTION announce_webhook();
CREATE TRIGGER ns_pending_pushes_webhook AFTER UPDATE OF status ON ns_pending_pushes FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status AND NEW.status IN ('unknown', 'dead'))
  EXECUTE FUNCTION announce_webhook();
CREATE TRIGGER runs_webhook AFTER UPDATE OF status ON runs FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status
    AND NEW.status IN ('waiting_approval', 'waiting_input', 'succeeded', 'failed_terminal'))
  EXECUTE FUNCTION announce_webhook();

-- webhook_deliveries: what an endpoint was told is deleted after its period, once it has ended.
ALTER TABLE retention_periods
  DROP CONSTRAINT retention_kind_may_end,
  ADD CONSTRAINT retention_kind_may_end CHECK (kind IN (
    'sent_outbox', 'edit_tokens', 'dead_letter_payloads', 'agent_prose', 'question_texts', 'messages', 'deliveries',
    'webhook_deliveries', 'routing_versions', 'step_attempts')),
  DROP CONSTRAINT retention_within_limits,
  ADD CONSTRAINT retention_within_limits CHECK (
    days BETWEEN CASE kind WHEN 'sent_outbox' THEN 2 WHEN 'edit_tokens' THEN 1 WHEN 'deliveries' THEN 7
      WHEN 'webhook_deliveries' THEN 7 WHEN 'messages' THEN 60 ELSE 30 END AND 3650);
