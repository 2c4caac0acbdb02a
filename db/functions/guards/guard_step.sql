-- Holds the statuses of lib/core/run a second time. A lease is taken by lease_steps alone, one attempt a lease, and
-- nothing of a step changes after its end. A step waits for a worker no longer than its run may last.
CREATE OR REPLACE FUNCTION guard_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.run_id, NEW.workflow_id, NEW.step_id, NEW.step_index, NEW.is_on_error, NEW.kind,
      NEW.item, NEW.item_json, NEW.tool_name, NEW.idempotency_key, NEW.needs, NEW.attempts_max, NEW.created_at,
      NEW.given_seal)
     IS DISTINCT FROM
     (OLD.id, OLD.tenant_id, OLD.run_id, OLD.workflow_id, OLD.step_id, OLD.step_index, OLD.is_on_error, OLD.kind,
      OLD.item, OLD.item_json, OLD.tool_name, OLD.idempotency_key, OLD.needs, OLD.attempts_max, OLD.created_at,
      OLD.given_seal) THEN
    RAISE EXCEPTION 'step % is immutable: only its status moves', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF OLD.status IN ('succeeded', 'failed_terminal', 'cancelled') OR OLD.write_taken AND NOT NEW.write_taken THEN
    RAISE EXCEPTION 'step % has ended, and how stays as it is', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status || '>' || NEW.status) NOT IN (
       'ready>running', 'ready>cancelled',
       'running>ready', 'running>waiting_approval', 'running>waiting_input', 'running>failed_retryable',
       'running>succeeded', 'running>failed_terminal', 'running>cancelled',
       'waiting_approval>ready', 'waiting_approval>failed_terminal', 'waiting_approval>cancelled',
       'waiting_input>ready', 'waiting_input>failed_terminal', 'waiting_input>cancelled',
       'failed_retryable>ready', 'failed_retryable>cancelled') THEN
    RAISE EXCEPTION 'step % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'CS002';
  END IF;
  IF NEW.failures NOT IN (OLD.failures, OLD.failures + 1)
     OR NEW.attempt <> OLD.attempt + (NEW.status = 'running' AND OLD.status <> 'running')::integer THEN
    RAISE EXCEPTION 'each lease of step % is one attempt', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF current_user = 'countersign_app' AND NEW.lease_owner IS NOT NULL
     AND NEW.lease_owner IS DISTINCT FROM OLD.lease_owner THEN
    RAISE EXCEPTION 'step % is leased by turns alone', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.lease_expires_at > clock_timestamp() + interval '2 hours' THEN
    RAISE EXCEPTION 'step % is leased for hours at most', OLD.id USING ERRCODE = 'CS001';
  END IF;
  -- A retry, and a step whose worker went away, are due within minutes: only a long wait asks for the run.
  IF NEW.next_eligible_at IS DISTINCT FROM OLD.next_eligible_at
     AND NEW.next_eligible_at > clock_timestamp() + interval '1 hour' THEN
    IF NEW.next_eligible_at > (
         SELECT r.deadline_at FROM runs r WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.run_id) THEN
      RAISE EXCEPTION 'step % would wait for longer than its run may last', OLD.id USING ERRCODE = 'CS001';
    END IF;
  END IF;
  RETURN NEW;
END $$;
