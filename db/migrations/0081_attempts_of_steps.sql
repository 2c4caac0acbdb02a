-- What became of each attempt of a step. See docs/adr/0129.

-- When the lease of its present or last attempt was taken. lease_steps alone writes it.
ALTER TABLE steps ADD COLUMN leased_at timestamptz;
GRANT UPDATE (leased_at) ON steps TO countersign_lookup;

-- One row for each attempt that ended, but for a first one that succeeded: of that the step itself says all.
CREATE TABLE step_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  run_id bigint NOT NULL,
  step_id bigint NOT NULL,
  attempt integer NOT NULL CHECK (attempt >= 0),
  -- Whose lease it was.
  worker text NOT NULL,
  -- The status that the step went on with; lease_lost: its worker went away, and it is ready again.
  outcome text NOT NULL CHECK (outcome IN (
    'ready', 'waiting_approval', 'waiting_input', 'failed_retryable', 'succeeded', 'failed_terminal', 'cancelled',
    'lease_lost')),
  error_code text,
  error_message text,
  -- Null: of a lease that a former release took.
  began_at timestamptz,
  ended_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Of the attempt after it.
  next_eligible_at timestamptz,
  UNIQUE (tenant_id, step_id, attempt),
  FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id),
  FOREIGN KEY (tenant_id, step_id) REFERENCES steps (tenant_id, id),
  CONSTRAINT an_error_is_whole CHECK ((error_code IS NULL) = (error_message IS NULL))
);
CREATE INDEX step_attempts_of_run ON step_attempts (tenant_id, run_id, step_id, attempt DESC);
CREATE TRIGGER step_attempts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON step_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
SELECT wall_in('step_attempts');
-- Nobody but note_attempt writes them: the app's role cannot make a history up.
CREATE POLICY lookup_notes ON step_attempts FOR INSERT TO countersign_lookup WITH CHECK (true);
GRANT INSERT (tenant_id, run_id, step_id, attempt, worker, outcome, error_code, error_message, began_at,
              next_eligible_at)
  ON step_attempts TO countersign_lookup;
CREATE TRIGGER steps_note_attempts AFTER UPDATE OF status ON steps FOR EACH ROW
  WHEN (OLD.status = 'running' AND NEW.status <> 'running' AND (OLD.attempt > 1 OR NEW.status <> 'succeeded'))
  EXECUTE FUNCTION note_attempt();
