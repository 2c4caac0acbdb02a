-- Runs of workflows, their steps, and the lanes that share the workers out among tenants. See docs/adr/0099.
-- Locks are taken in this order: a run, an action, a step, a lane. lease_steps begins with lanes and waits for nobody.

-- One row a tenant: its caps, how many of its steps run now, and when it last had a turn.
CREATE TABLE run_lanes (
  tenant_id bigint PRIMARY KEY REFERENCES tenants (id),
  max_concurrency integer NOT NULL DEFAULT 10 CHECK (max_concurrency BETWEEN 1 AND 1000),
  max_runs_per_min integer NOT NULL DEFAULT 60 CHECK (max_runs_per_min BETWEEN 1 AND 10000),
  max_writes_per_run integer NOT NULL DEFAULT 100 CHECK (max_writes_per_run BETWEEN 0 AND 500),
  reason text,
  changed_by_label text,
  changed_at timestamptz,
  running integer NOT NULL DEFAULT 0 CHECK (running >= 0),
  served_at timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00+00'
);
CREATE INDEX run_lanes_turn ON run_lanes (served_at, tenant_id);

-- The same within a tenant, one row a workflow. Without a cap of its own the tenant's is the only one.
CREATE TABLE workflow_lanes (
  tenant_id bigint NOT NULL,
  workflow_id bigint NOT NULL,
  max_concurrency integer CHECK (max_concurrency BETWEEN 1 AND 1000),
  running integer NOT NULL DEFAULT 0 CHECK (running >= 0),
  served_at timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00+00',
  PRIMARY KEY (tenant_id, workflow_id),
  FOREIGN KEY (tenant_id, workflow_id) REFERENCES workflows (tenant_id, id)
);
CREATE INDEX workflow_lanes_turn ON workflow_lanes (tenant_id, served_at, workflow_id);

CREATE TABLE runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  workspace_id bigint NOT NULL,
  workflow_id bigint NOT NULL,
  workflow_version_id bigint NOT NULL,
  trigger_type text NOT NULL CHECK (trigger_type IN ('api', 'schedule', 'webhook', 'event', 'rerun', 'call')),
  -- The same one twice is one run.
  trigger_ref text NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN (
    'queued', 'running', 'waiting_approval', 'waiting_input', 'paused', 'failed_retryable', 'succeeded',
    'failed_terminal', 'cancelled')),
  inputs_json jsonb NOT NULL,
  inputs_hash text NOT NULL,
  started_by_user_id bigint REFERENCES users (id),
  started_by_agent_id bigint,
  started_by_label text NOT NULL,
  rerun_of_id bigint,
  -- The step that called this workflow, and how many calls lie above it.
  parent_step_id bigint,
  call_depth smallint NOT NULL DEFAULT 0 CHECK (call_depth BETWEEN 0 AND 4),
  writes_used integer NOT NULL DEFAULT 0 CHECK (writes_used BETWEEN 0 AND 500),
  writes_max integer NOT NULL CHECK (writes_max BETWEEN 0 AND 500),
  -- What stopped it: set once. The steps of on_error follow.
  error_step text,
  error_message text,
  cancel_requested_by text,
  deadline_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, workflow_id, trigger_type, trigger_ref),
  FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspaces (tenant_id, id),
  FOREIGN KEY (tenant_id, workflow_id, workflow_version_id) REFERENCES workflow_versions (tenant_id, workflow_id, id),
  FOREIGN KEY (tenant_id, started_by_agent_id) REFERENCES agents (tenant_id, id),
  FOREIGN KEY (tenant_id, rerun_of_id) REFERENCES runs (tenant_id, id),
  CONSTRAINT writes_within_cap CHECK (writes_used <= writes_max),
  CONSTRAINT ended_has_time CHECK ((status IN ('succeeded', 'failed_terminal', 'cancelled')) = (ended_at IS NOT NULL))
);
CREATE INDEX runs_newest ON runs (tenant_id, id DESC);
CREATE INDEX runs_of_workflow ON runs (tenant_id, workflow_id, id DESC);
CREATE INDEX runs_open ON runs (tenant_id, deadline_at) WHERE ended_at IS NULL;

CREATE TABLE steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  run_id bigint NOT NULL,
  workflow_id bigint NOT NULL,
  -- As the text names it.
  step_id text NOT NULL,
  step_index integer NOT NULL,
  is_on_error boolean NOT NULL DEFAULT false,
  kind text NOT NULL CHECK (kind IN ('single', 'list', 'item')),
  -- Of an item: its place in the list, from 0.
  item integer CHECK (item >= 0),
  item_json jsonb,
  tool_name text NOT NULL,
  idempotency_key text NOT NULL,
  status text NOT NULL DEFAULT 'ready' CHECK (status IN (
    'ready', 'running', 'waiting_approval', 'waiting_input', 'failed_retryable', 'succeeded', 'failed_terminal',
    'cancelled')),
  needs text[] NOT NULL DEFAULT '{}',
  -- Of its needs, how many have not succeeded yet.
  waits_for integer NOT NULL DEFAULT 0 CHECK (waits_for >= 0),
  -- False while it waits for others, and while its run is paused.
  leasable boolean NOT NULL DEFAULT false,
  -- One a lease: it is the fence. Failures are what is counted against attempts_max.
  attempt integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  attempts_max integer NOT NULL,
  lease_owner text,
  lease_expires_at timestamptz,
  next_eligible_at timestamptz,
  last_error jsonb,
  input_hashes jsonb,
  output_json jsonb,
  output_hash text,
  skipped boolean NOT NULL DEFAULT false,
  -- Counted against the run's cap; once, however often the step is tried.
  write_taken boolean NOT NULL DEFAULT false,
  proposed_action_id bigint,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  UNIQUE (tenant_id, idempotency_key),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id),
  FOREIGN KEY (tenant_id, proposed_action_id) REFERENCES proposed_actions (tenant_id, id),
  CONSTRAINT running_has_lease CHECK ((status = 'running') = (lease_owner IS NOT NULL)
    AND (lease_owner IS NULL) = (lease_expires_at IS NULL)),
  CONSTRAINT items_have_a_place CHECK ((kind = 'item') = (item IS NOT NULL)),
  CONSTRAINT approval_has_an_action CHECK (status <> 'waiting_approval' OR proposed_action_id IS NOT NULL)
);
CREATE INDEX steps_of_run ON steps (run_id, step_index, item);
CREATE INDEX steps_open ON steps (run_id) WHERE status NOT IN ('succeeded', 'failed_terminal', 'cancelled');
CREATE INDEX steps_unfinished ON steps (run_id) WHERE status <> 'succeeded';
CREATE INDEX steps_due ON steps (tenant_id, workflow_id, next_eligible_at, id) WHERE status = 'ready' AND leasable;
CREATE INDEX steps_retried ON steps (next_eligible_at) WHERE status = 'failed_retryable';
CREATE INDEX steps_leased ON steps (lease_expires_at) WHERE status = 'running';
CREATE INDEX steps_of_action ON steps (proposed_action_id) WHERE proposed_action_id IS NOT NULL;

-- What a step attempted outside, and what came of it. Written before anything leaves.
CREATE TABLE step_receipts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  run_id bigint NOT NULL,
  step_id bigint NOT NULL,
  idempotency_key text NOT NULL,
  tool_name text NOT NULL,
  -- not_sent: surely nothing left, or it was turned away unread, so that it may be sent again.
  status text NOT NULL CHECK (status IN ('started', 'not_sent', 'unknown', 'succeeded', 'failed')),
  request_metadata jsonb NOT NULL,
  response_metadata jsonb,
  -- What later steps see of it.
  result_json jsonb,
  reversible boolean NOT NULL DEFAULT false,
  how_to_reverse text,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at timestamptz,
  UNIQUE (tenant_id, idempotency_key),
  FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id),
  FOREIGN KEY (tenant_id, step_id) REFERENCES steps (tenant_id, id),
  CONSTRAINT completed_has_answer CHECK (status NOT IN ('succeeded', 'failed') OR completed_at IS NOT NULL)
);
CREATE INDEX step_receipts_of_run ON step_receipts (run_id, id);

CREATE TRIGGER runs_guard BEFORE UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION guard_run();
CREATE TRIGGER steps_guard BEFORE UPDATE ON steps FOR EACH ROW EXECUTE FUNCTION guard_step();
CREATE TRIGGER step_receipts_guard BEFORE UPDATE ON step_receipts FOR EACH ROW EXECUTE FUNCTION guard_step_receipt();
CREATE TRIGGER runs_kept BEFORE DELETE OR TRUNCATE ON runs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER steps_kept BEFORE DELETE OR TRUNCATE ON steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER step_receipts_kept BEFORE DELETE OR TRUNCATE ON step_receipts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- A run succeeded if, and only if, every step of it did: looked at when everything that belongs together is written.
CREATE CONSTRAINT TRIGGER runs_end_with_their_steps AFTER INSERT OR UPDATE OF status ON runs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_run_end();
-- A step that succeeded never changes again, so that only these two can make it untrue.
CREATE CONSTRAINT TRIGGER new_steps_have_an_open_run AFTER INSERT ON steps
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_run_end();
CREATE CONSTRAINT TRIGGER steps_end_with_their_run AFTER UPDATE OF status ON steps
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'succeeded') EXECUTE FUNCTION check_run_end();
-- Whoever waits for a write goes on when it has ended, in the transaction that ends it: at that one's end, when the
-- version that takes its place is named.
CREATE CONSTRAINT TRIGGER proposed_actions_wake_steps AFTER UPDATE OF status ON proposed_actions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status AND NEW.status NOT IN ('pending', 'approved'))
  EXECUTE FUNCTION wake_waiting_step();

INSERT INTO run_lanes (tenant_id) SELECT id FROM tenants;

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['run_lanes', 'workflow_lanes', 'runs', 'steps', 'step_receipts'] LOOP
    PERFORM wall_in(v_table);
  END LOOP;
END $$;
GRANT UPDATE (max_concurrency, max_runs_per_min, max_writes_per_run, reason, changed_by_label, changed_at, running)
  ON run_lanes TO countersign_app;
GRANT INSERT (tenant_id, workflow_id, max_concurrency), UPDATE (max_concurrency, running)
  ON workflow_lanes TO countersign_app;
GRANT INSERT (tenant_id, workspace_id, workflow_id, workflow_version_id, trigger_type, trigger_ref, inputs_json,
              inputs_hash, started_by_user_id, started_by_agent_id, started_by_label, rerun_of_id, parent_step_id,
              call_depth, writes_max, deadline_at),
      UPDATE (status, writes_used, error_step, error_message, cancel_requested_by, started_at, ended_at)
  ON runs TO countersign_app;
GRANT INSERT (tenant_id, run_id, workflow_id, step_id, step_index, is_on_error, kind, item, item_json, tool_name,
              idempotency_key, status, needs, waits_for, leasable, attempts_max, next_eligible_at, output_json,
              output_hash, skipped, proposed_action_id, ended_at),
      UPDATE (status, waits_for, leasable, attempt, failures, lease_owner, lease_expires_at, next_eligible_at,
              last_error, input_hashes, output_json, output_hash, skipped, write_taken, proposed_action_id,
              started_at, ended_at)
  ON steps TO countersign_app;
GRANT INSERT (tenant_id, run_id, step_id, idempotency_key, tool_name, status, request_metadata, reversible,
              how_to_reverse),
      UPDATE (status, request_metadata, response_metadata, result_json, completed_at)
  ON step_receipts TO countersign_app;

-- Workers serve every tenant. The functions that lease, rescue and look ahead run as the look-ups' role.
CREATE POLICY lookup_leases ON steps TO countersign_lookup USING (true) WITH CHECK (true);
CREATE POLICY lookup_reads ON runs FOR SELECT TO countersign_lookup USING (true);
CREATE POLICY lookup_serves ON run_lanes TO countersign_lookup USING (true) WITH CHECK (true);
CREATE POLICY lookup_serves ON workflow_lanes TO countersign_lookup USING (true) WITH CHECK (true);
GRANT SELECT (id, tenant_id, run_id, workflow_id, status, leasable, attempt, failures, lease_expires_at,
              next_eligible_at, started_at),
      UPDATE (status, leasable, attempt, failures, lease_owner, lease_expires_at, next_eligible_at, last_error,
              started_at)
  ON steps TO countersign_lookup;
GRANT SELECT (id, tenant_id, status) ON runs TO countersign_lookup;
GRANT SELECT (tenant_id, max_concurrency, running, served_at), UPDATE (running, served_at)
  ON run_lanes TO countersign_lookup;
GRANT SELECT (tenant_id, workflow_id, max_concurrency, running, served_at), UPDATE (running, served_at)
  ON workflow_lanes TO countersign_lookup;
